/* Integer promotions, conversions, wrapping and division. */
#include <stdio.h>
int main(void) {
    signed char c = -128; unsigned char u = 200; short s = -30000; unsigned short us = 65535;
    int i = -7; unsigned int ui = 4000000000u; long long ll = -9000000000000000000LL;
    unsigned long long ull = 18000000000000000000ull;
    printf("%d %d %d %d\n", c + u, s * 2, us * 3, c - u);
    printf("%d %d %d %d\n", i / 2, i % 2, i / -2, i % -2);
    printf("%u %u %d\n", ui + ui, ui * 3u, ui > i);
    printf("%lld %llu %d\n", ll / 3, ull / 7, ll < ull);
    u += 100; c--; s >>= 1; us++;
    printf("%u %d %d %u\n", u, c, s, us);
    printf("%d %u %lld\n", (int)ui, (unsigned)i, (long long)i);
    printf("%d %d\n", (signed char)300, (unsigned char)-1);
    printf("%d %d %d\n", i >> 1, ~i, -i);
    printf("%u %d\n", ui >> 31, 1 << 30);
    _Bool b = 5; b += 3; printf("%d %d\n", b, (_Bool)0.5);
    long l = 123456789; unsigned long ul = -l; printf("%ld %d\n", l * 3, ul > 5);
    printf("%d\n", (i & 0xff) | (i ^ 3));
    return 0;
}
