// options: --property division-by-zero
// expect: FALSE(division-by-zero)
extern int __VERIFIER_nondet_int(void);
int main(void) { return 10 / __VERIFIER_nondet_int(); }
