// Deeper than what is unrolled: nothing is proved.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: recursion of 'sum' deeper than 100)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : sum(n - 1) + 1; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (sum(n) != n) reach_error();
    return 0;
}
