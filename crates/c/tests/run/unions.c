/* Unions and reading memory as another type. */
#include <stdio.h>
#include <string.h>
union number { int i; float f; unsigned char bytes[8]; double d; };
struct tagged { int kind; union { int i; char c; struct { short a, b; }; }; };
int main(void) {
    union number n; n.d = 0; n.f = 1.5f;
    printf("%x %d %d\n", n.i, n.bytes[3], n.bytes[0]);
    n.i = 0x40490fdb; printf("%g\n", n.f);
    n.d = 3.25; for (int i = 0; i < 8; i++) printf("%02x", n.bytes[i]);
    printf("\n");
    struct tagged t = { 1, { 0x00020001 } }; printf("%d %d %d\n", t.a, t.b, t.c);
    t.b = -1; printf("%x\n", t.i);
    double d = -1; unsigned long long bits; memcpy(&bits, &d, sizeof bits); printf("%llx\n", bits);
    int x = 0x01020304; char *p = (char *)&x; printf("%d %d\n", p[0], p[3]);
    p[1] = 0x55; printf("%x\n", x);
    union number m = n; printf("%g\n", m.d);
    long double l = 1.25L; unsigned char *b = (unsigned char *)&l; for (int i = 0; i < 10; i++) printf("%02x", b[i]);
    printf("\n");
    return 0;
}
