/* Lifetimes, static locals, shadowing, variable-length arrays, statement expressions. */
#include <stdio.h>
static int counter(void) { static int n = 5; static int *p = &n; return (*p)++; }
static int vla(int n) {
    int a[n], m[n][n + 1], sum = 0;
    for (int i = 0; i < n; i++) { a[i] = i; for (int j = 0; j <= n; j++) m[i][j] = i * j; }
    for (int i = 0; i < n; i++) sum += a[i] + m[i][n];
    return sum * 1000 + (int)(sizeof m / sizeof m[0][0]);
}
static int typed(int n, int a[n][3]) { return a[n - 1][2]; }
#define MAX(a, b) ({ __typeof__(a) m1 = (a), m2 = (b); m1 > m2 ? m1 : m2; })
int main(void) {
    counter(); counter(); printf("%d\n", counter());
    int x = 1; { int x = 2; { int x = 3; printf("%d ", x); } printf("%d ", x); } printf("%d\n", x);
    printf("%d %d\n", vla(3), vla(5));
    int t[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; printf("%d\n", typed(2, t));
    printf("%d\n", MAX(x + 4, 3) + MAX(1, 2));
    int *p = 0;
    for (int i = 0; i < 3; i++) { int y = i; p = &y; *p += 10; printf("%d ", y); }
    printf("\n");
    int s = ({ int z[2] = { 4, 5 }; z[0] * z[1]; }); printf("%d\n", s);
    int k = 3; k = ({ while (k < 10) k += 4; k; }); printf("%d\n", k);
    return 0;
}
