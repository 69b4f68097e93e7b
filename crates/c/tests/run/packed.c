/* Packed and aligned records. */
#include <stdio.h>
struct __attribute__((packed)) p { char a; int b; short c; long long d; };
struct s { char a; int b __attribute__((aligned(8))); } x;
struct inner { char c; struct p p; } y = { 1, { 2, 3, 4, 5 } };
int main(void) {
    struct p p = { 1, 0x01020304, -2, -3 };
    printf("%d %d %d\n", (int)sizeof p, (int)sizeof x, (int)sizeof y);
    unsigned char *b = (unsigned char *)&p; for (int i = 0; i < (int)sizeof p; i++) printf("%02x", b[i]);
    printf("\n%d %d %lld\n", p.b, p.c, p.d);
    p.b += 5; p.d--; printf("%d %lld %d\n", p.b, p.d, y.p.c);
    x.b = 3; printf("%d\n", (int)((char *)&x.b - (char *)&x));
    return 0;
}
