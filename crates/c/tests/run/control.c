/* Loops, switch, goto, conditional operators. */
#include <stdio.h>
static int f(int x) {
    switch (x) {
    case 1: return 10;
    case 2: x += 5;
    case 3: x *= 2; break;
    case 10 ... 20: return 99;
    default: x = -x;
    }
    return x;
}
static int duff(int n) {
    int sum = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { sum += 1;
    case 3: sum += 2;
    case 2: sum += 3;
    case 1: sum += 4;
            } while (--rounds > 0);
    }
    return sum;
}
int main(void) {
    for (int i = 0; i < 25; i++) printf("%d ", f(i));
    printf("\n%d %d %d\n", duff(1), duff(6), duff(8));
    int i = 0, j;
again:
    for (j = 0;; j++) {
        if (j == 3) continue;
        if (j > 5) break;
        if (i == 2 && j == 1) goto out;
        printf("%d%d ", i, j);
    }
    i++;
    goto again;
out:
    printf("\n");
    do { i--; } while (i > 0);
    printf("%d %d %d\n", i, i ? 1 : 2, (i, j, 7));
    int k = 0; int r = (k++ && k++) || k++; printf("%d %d\n", k, r);
    printf("%d %d\n", 5 ?: 6, k - 2 ?: 8);
    goto in;
    { int x[3]; in: x[1] = 4; printf("%d\n", x[1]); }
    for (int n = 3; n; n--) { int y = n * 2; if (n == 2) continue; printf("%d ", y); }
    printf("\n");
    return 0;
}
