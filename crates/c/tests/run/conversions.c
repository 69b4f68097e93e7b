/* Conversions between all kinds of scalars. */
#include <stdio.h>
#include <stdint.h>
int main(void) {
    double d[] = { 0, -0.5, 1.99, -300.7, 70000.5, 3e9, -3e9, 1e18 };
    for (int i = 0; i < 8; i++) {
        double x = d[i];
        if (x > -129 && x < 128) printf("%d ", (signed char)x);
        if (x > -1 && x < 65536) printf("%d ", (unsigned short)x);
        if (x > -2147483649.0 && x < 2147483648.0) printf("%d ", (int)x);
        if (x > -1 && x < 4294967296.0) printf("%u ", (unsigned)x);
        printf("%lld %g %d\n", (long long)x, (float)x, (_Bool)x);
    }
    int64_t n[] = { 0, -1, 16777217, -16777219, 9007199254740993, INT64_MIN, INT64_MAX };
    for (int i = 0; i < 7; i++) {
        printf("%.9g %.17g %.21Lg ", (float)n[i], (double)n[i], (long double)n[i]);
        printf("%.9g %.17g %d %d %d\n", (float)(uint64_t)n[i], (double)(uint64_t)n[i], (int8_t)n[i], (uint16_t)n[i], (_Bool)n[i]);
    }
    unsigned char c = 200; signed char s = c; short h = s; unsigned u = h; long long l = u; printf("%d %d %u %lld\n", s, h, u, l);
    printf("%d %d\n", (char)128 < 0, (unsigned char)-1 > (signed char)-1);
    printf("%d %d %d\n", -1 < 1u, -1 < (unsigned char)1, sizeof(int) > -1);
    float f = 1.0f / 3; double e = f; long double t = e; printf("%.17g %.21Lg %d\n", e, t, (float)t == f);
    printf("%g %g\n", (double)(float)1e-50, (double)(float)3.4e38);
    void *p = (void *)(uintptr_t)1234; printf("%d %d\n", (int)(uintptr_t)p, p != 0);
    int i = 'x'; i += 0.5; i = i * 1.5f; printf("%d\n", i);
    enum { LOW = -5, HIGH = 5 } v = -5; printf("%d\n", v == LOW);
    return 0;
}
