// An integer may happen to be an address.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found are not certain: a computation with the bits of an address)
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    int x = 0;
    if (__VERIFIER_nondet_ulong() == (unsigned long)&x) reach_error();
    return x;
}
