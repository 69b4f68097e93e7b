/* Floating-point arithmetic and conversions. */
#include <stdio.h>
int main(void) {
    float f = 0.1f; double d = 0.1; long double l = 0.1L;
    printf("%.9g %.17g %.21Lg\n", f + f, d * 3, l * 3);
    printf("%d %d\n", f == 0.1, (double)f == d);
    printf("%.17g\n", (double)(f * 3.0f));
    printf("%d %d %u\n", (int)-2.9, (int)2.9f, (unsigned)3.99);
    printf("%lld %llu\n", (long long)1e15, (unsigned long long)1e19);
    unsigned long long big = 18446744073709551615ull;
    printf("%.17g %.9g\n", (double)big, (float)(long long)(big >> 1));
    float g = 16777217; printf("%.9g\n", g);
    d = 1e308; d *= 10; printf("%g %g\n", d, -d);
    volatile double zero = 0; printf("%d\n", zero / zero == zero / zero);
    l = 1; for (int i = 0; i < 70; i++) l /= 3; printf("%.21Lg\n", l);
    d = -0.0; printf("%g %d\n", d, d == 0.0);
    f = 1; f++; f -= 0.25f; printf("%g %d %d\n", f, !f, f ? 1 : 2);
    double a[3] = {1.5, 2.5, -3.5}; printf("%g\n", a[0] * a[1] + a[2]);
    return 0;
}
