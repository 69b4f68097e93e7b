// options: --property unreach-call
// expect: UNKNOWN(incomplete: what happens may depend on the bits of a NaN)
extern void reach_error(void);
int main(void) {
    union { float f; unsigned u; } v;
    v.u = 0x7fc00001u;
    float copy = v.f;
    v.f = copy;
    if (v.u != 0x7fc00000u) reach_error();
    return 0;
}
