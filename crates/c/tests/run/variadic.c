/* Functions with variable arguments. */
#include <stdarg.h>
#include <stdio.h>
struct pair { int a; double b; char c[20]; };
static double total(int n, ...) {
    va_list list; double sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}
static int last(va_list list, int n) { int x = 0; while (n--) x = va_arg(list, int); return x; }
static int outer(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int r = last(l, n) * 10 + va_arg(m, int); va_end(l); va_end(m); return r; }
static int record(int n, ...) { va_list l; va_start(l, n); struct pair p = va_arg(l, struct pair); long long k = va_arg(l, long long); char *s = va_arg(l, char *); va_end(l); return p.a + (int)p.b + p.c[1] + (int)(k >> 32) + s[0]; }
int main(void) {
    char c = 3; float f = 2.5f;
    printf("%g\n", total(4, 1, 2.5, c, f));
    printf("%d\n", outer(3, 7, 8, 9));
    struct pair p = { 1, 2.9, "xyz" };
    printf("%d\n", record(1, p, 5LL << 32, "A"));
    printf("%d %ld %c %s %5.2f %x %%\n", -1, 2L, 'z', "str", 3.14159, 255u);
    return 0;
}
