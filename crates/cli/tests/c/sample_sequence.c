// A run that gets one step further is worth changing a little: no chance finds all of these at once.
// options: --property unreach-call --engine sample
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() != 4711) return 0;
    if (__VERIFIER_nondet_int() != 815) return 0;
    if (__VERIFIER_nondet_int() != 90210) return 0;
    if (__VERIFIER_nondet_int() != 1729) return 0;
    if (__VERIFIER_nondet_int() != 65537) return 0;
    reach_error();
    return 0;
}
