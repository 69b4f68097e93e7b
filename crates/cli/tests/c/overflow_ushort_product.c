// Two unsigned shorts are multiplied as ints.
// options: --property no-overflow
// expect: FALSE(no-overflow)
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned b = a * a;
    return b > 5;
}
