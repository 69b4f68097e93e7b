// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : sum(n - 1) + n; }
int main(void) {
    if (sum(__VERIFIER_nondet_uint()) == 15) reach_error();
    return 0;
}
