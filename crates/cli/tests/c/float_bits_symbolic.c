// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    union { float f; unsigned u; } v;
    float x = __VERIFIER_nondet_float();
    if (!(x > 0 && x < 1)) return 0;
    v.f = x;
    if (v.u == 0 || v.u >= 0x3f800000u) reach_error();
    return 0;
}
