// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    union { unsigned u; unsigned char b[4]; unsigned short h[2]; } v;
    v.u = 0x01020304u;
    if (v.b[0] != 4 || v.b[3] != 1 || v.h[1] != 0x0102) reach_error();
    v.b[1] = 0xff;
    if (v.u != 0x0102ff04u) reach_error();
    return 0;
}
