// The result is the argument, at any depth.
// options: --property unreach-call
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned same(unsigned x) {
    if (x == 0) return 0;
    return same(x - 1) + 1;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (same(x) != x) reach_error();
    return 0;
}
