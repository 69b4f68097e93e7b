// Numbers that are no NaN have one image.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    union { float f; unsigned u; } v;
    v.f = 1.5f;
    if (v.u != 0x3fc00000u) reach_error();
    v.f = -0.0f;
    if (v.u != 0x80000000u) reach_error();
    return 0;
}
