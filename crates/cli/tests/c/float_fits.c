// Floats are truncated first: what is above -1 and below 256 fits.
// options: --property undefined
// expect: TRUE
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x > -1.0 && x < 256.0)) return 0;
    unsigned char c = x;
    int i = 0;
    i += x;
    return c == i;
}
