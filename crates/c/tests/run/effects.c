/* Side effects and sequence points. */
#include <stdio.h>
static int g; static int next(void) { return ++g; }
int main(void) {
    int a[4] = { 0 }, i = 0;
    a[i++] = 5; a[i] += 3; i = (i++, i + 1);
    printf("%d %d %d\n", a[0], a[1], i);
    int x = 1; x += x * 0 + 4; int y = (x = 3, x + 1);
    printf("%d\n", y);
    int *p = a; *p++ += 2; *p-- -= 1; ++*p; printf("%d %d\n", a[0], a[1]);
    if (next() && next() > 1 || next()) printf("%d\n", g);
    int r = next() ? next() : next(); printf("%d %d\n", r, g);
    char c = 127; c++; unsigned char u = 0; u--; printf("%d %d\n", c, u);
    double d = 1.5; d *= 2; d++; int k = 7; k *= 1.5; k /= 2.5; printf("%g %d\n", d, k);
    short s = 1; s <<= 3; s |= 1; s ^= 15; s %= 4; printf("%d\n", s);
    int z = 10; z -= z - 3; z >>= 1; printf("%d\n", z);
    g = 0; g += next(); printf("%d\n", g);
    int n = 5; while (n-- > 0) if (n == 2) continue; else printf("%d ", n);
    printf("%d\n", n);
    return 0;
}
