/* Values of bit-fields wider than int as arguments, operands and conditions. */
#include <stdio.h>
#include <stdarg.h>
struct w { unsigned long long a : 40; long long b : 37; };
static unsigned long long f(int n, ...) { va_list ap; va_start(ap, n); unsigned long long r = va_arg(ap, unsigned long long); int i = va_arg(ap, int); va_end(ap); return r + i; }
int main(void) {
    struct w s = { 0xffffffffffULL, -1 };
    printf("%llx\n", f(2, s.a, 1));
    printf("%llx\n", f(2, s.a + 1, 1));
    printf("%lld\n", (long long)f(2, s.b, 1));
    printf("%lld\n", (long long)f(2, s.b - 5, 1));
    printf("%llx %lld\n", s.a, s.b);
    long long x = ({ s.b - 1; }); printf("%lld\n", x);
    printf("%llx\n", (unsigned long long)(x ? s.a : 0u));
    printf("%lld\n", (long long)(x ? s.b : s.a));
    __auto_type q = s.a + 1ULL;
    printf("%llx\n", q);
    switch (s.b) { case -1: puts("minus one"); break; default: puts("other"); }
    switch (s.a + 1) { case 0: puts("zero"); break; default: puts("other"); }
    if (s.a) puts("set"); while (s.b) { s.b++; puts("up"); }
    int arr[3] = {1, 2, 3};
    s.a = 2;
    s.b = -1;
    printf("%d %d\n", arr[s.a], *(arr + 1 + s.b));
    printf("%d\n", arr[s.a + s.b]);
    double d = s.b;
    float g = s.a;
    d += s.a;
    s.a = 3.99;
    printf("%g %g %d\n", d, g, (int)s.a);
    printf("%lld\n", (long long)(s.a << s.b + 3));
    printf("%d\n", 1 << s.a);
    printf("%d\n", !s.a);
    printf("%d\n", s.a && s.b);
    printf("%lld\n", (long long)-s.b);
    printf("%lld\n", (long long)+s.b);
    s.a = s.b;
    printf("%llx\n", (unsigned long long)s.a);
    s.b = s.a;
    printf("%lld\n", (long long)s.b);
    s.a *= s.b;
    printf("%llx\n", (unsigned long long)s.a);
    s.a /= 3;
    printf("%llx\n", (unsigned long long)s.a);
    s.a %= 1000;
    printf("%llx\n", (unsigned long long)s.a);
    s.a ^= ~0ull;
    printf("%llx\n", (unsigned long long)s.a);
    return 0;
}
