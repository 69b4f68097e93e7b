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
struct keeper { char c; va_list list; int after; };
static int kept(int n, ...) {
    struct keeper k = { 'k' };
    k.after = 40;
    va_start(k.list, n);
    int r = va_arg(k.list, int);
    r += va_arg(k.list, int);
    va_end(k.list);
    return r + k.after + k.c;
}
static int size(va_list list) { return sizeof list; }
static int sizes(int n, ...) { va_list l[2]; va_start(l[1], n); int r = 1000 * sizeof l[0] + size(l[1]); va_end(l[1]); return r; }
int main(void) {
    char c = 3; float f = 2.5f;
    printf("%g\n", total(4, 1, 2.5, c, f));
    printf("%d\n", outer(3, 7, 8, 9));
    struct pair p = { 1, 2.9, "xyz" };
    printf("%d\n", record(1, p, 5LL << 32, "A"));
    printf("%d %ld %c %s %5.2f %x %%\n", -1, 2L, 'z', "str", 3.14159, 255u);
    printf("%d %d %d\n", kept(2, 5, 6), sizes(1, 2), (int)sizeof(struct keeper));
    printf("%d %d\n", (int)sizeof(va_list), (int)_Alignof(va_list));
    return 0;
}
