/* Arrays of arrays, arrays in structures, flexible members, negative indices. */
#include <stdio.h>
#include <stdlib.h>
struct flexible { int n; int data[]; };
struct matrix { int m[3][3]; };
static struct matrix multiply(struct matrix a, struct matrix b) {
    struct matrix r = { 0 };
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}
static int sum(int n, const int *a) { int s = 0; while (n--) s += *a++; return s; }
int cube[2][3][4];
int main(void) {
    struct matrix a = { { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } } }, b = multiply(a, a);
    for (int i = 0; i < 3; i++) printf("%d %d %d\n", b.m[i][0], b.m[i][1], b.m[i][2]);
    for (int i = 0; i < 24; i++) ((int *)cube)[i] = i;
    printf("%d %d %d\n", cube[1][2][3], cube[0][1][2], (int)sizeof cube[0]);
    struct flexible *f = malloc(sizeof *f + 5 * sizeof(int)); f->n = 5;
    for (int i = 0; i < f->n; i++) f->data[i] = i * i;
    printf("%d\n", sum(f->n, f->data)); free(f);
    int line[5] = { 1, 2, 3, 4, 5 }, *end = line + 5; printf("%d %d %d\n", end[-1], 2[line], *(&line[1] + 2));
    char grid[2][4] = { "abc", "de" }; printf("%s %s %d\n", grid[0], grid[1], grid[1][3]);
    int (*p)[4] = cube[1]; printf("%d %d\n", p[2][1], (*p)[3]);
    printf("%d\n", multiply(a, a).m[2][2]);
    return 0;
}
