// A conversion of a float that is undefined.
// options: --property undefined
// expect: FALSE(undefined)
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x < -1.0 || x > 255.0) return 0;
    unsigned char c = x;
    return c;
}
