// The width is that of the promoted left operand.
// options: --property shift
// expect: TRUE
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned long long w = 1;
    w <<= c % 64;
    return (c >> 31) + (w > 3);
}
