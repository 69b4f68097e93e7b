/* Function pointers in structures, as results and parameters; records through pointers. */
#include <stdio.h>
struct shape { const char *name; double (*area)(const struct shape *); double a, b; };
static double rectangle(const struct shape *s) { return s->a * s->b; }
static double triangle(const struct shape *s) { return s->a * s->b / 2; }
static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; } static int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int);
static op choose(char c) { switch (c) { case '+': return add; case '-': return sub; default: return mul; } }
struct pair { int a, b; }; static struct pair swap(struct pair p) { return (struct pair){ p.b, p.a }; }
static struct pair both(struct pair (*f)(struct pair), struct pair p) { return f(f(f(p))); }
static void each(int *a, int n, void (*f)(int *, void *), void *data) { for (int i = 0; i < n; i++) f(&a[i], data); }
static void scale(int *x, void *by) { *x *= *(int *)by; } static void count(int *x, void *n) { if (*x > 5) ++*(int *)n; }
int main(void) {
    struct shape shapes[] = { { "rectangle", rectangle, 2, 3 }, { "triangle", triangle, 2, 3 } };
    for (int i = 0; i < 2; i++) printf("%s %g\n", shapes[i].name, shapes[i].area(&shapes[i]));
    for (const char *c = "+-*"; *c; c++) printf("%d ", choose(*c)(7, 3));
    struct pair p = both(swap, (struct pair){ 1, 2 }); printf("%d %d\n", p.a, p.b);
    int a[4] = { 1, 2, 3, 4 }, by = 3, n = 0; each(a, 4, scale, &by); each(a, 4, count, &n); printf("%d %d\n", a[3], n);
    op table[2] = { add, mul }; printf("%d %d\n", table[n > 5](2, 3), (**table[1])(2, 3)); printf("%d\n", choose('+') == add);
    return 0;
}
