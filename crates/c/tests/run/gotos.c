/* Jumps into and out of blocks and loops. */
#include <stdio.h>
static int find(int n) {
    for (int i = 0; i < 10; i++) { int a[2] = { i, i * i }; for (int j = 0; j < 2; j++) if (a[j] == n) goto found; }
    return -1;
found:
    return n;
}
static int into(int start) {
    int sum = 0, i = start;
    if (start > 2) goto middle;
    while (i < 5) { int t[1]; sum += 100; middle: t[0] = i; sum += t[0]; i++; }
    return sum;
}
static int state(const char *s) {
    int n = 0;
start: switch (*s++) { case 'a': n++; goto start; case 'b': goto inside; case 0: goto end; default: goto start; }
inside: if (*s == 'b') { s++; n += 10; goto inside; } goto start;
end: return n;
}
int main(void) {
    printf("%d %d %d\n", find(49), find(50), find(3));
    printf("%d %d\n", into(3), into(1));
    printf("%d\n", state("aabbbxab"));
    int k = 0; again: { int x[2] = { k, k + 1 }; k = x[1]; if (k < 4) goto again; } printf("%d\n", k);
    return 0;
}
