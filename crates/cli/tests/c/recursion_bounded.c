// However deep the recursion is, the result is no more than 3.
// options: --property unreach-call
// expect: TRUE
// also: --property no-overflow => TRUE
// also: --recursion keep => TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count(int x) {
    if (x == 0) return 0;
    int below = count(x - 1) + 1;
    return below > 3 ? 3 : below;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    if (count(x) == 5) reach_error();
    return 0;
}
