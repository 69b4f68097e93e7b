// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }
int main(void) {
    int (*table[2])(int) = {same, twice};
    unsigned i = __VERIFIER_nondet_uint() % 2;
    if (table[i](3) != 3 + 3 * (int)i) reach_error();
    return 0;
}
