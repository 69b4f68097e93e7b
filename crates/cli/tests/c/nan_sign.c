// The sign of a NaN that an operation makes is not known.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: what happens may depend on the bits of a NaN)
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    union { float f; unsigned u; } v;
    float zero = 0;
    v.f = zero / zero;
    if (v.u >> 31) reach_error();
    return 0;
}
