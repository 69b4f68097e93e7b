/* Pointers, arrays of arrays, function pointers, pointer arithmetic. */
#include <stdio.h>
#include <stdlib.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int x) { return f(x); }
static int (*table[])(int) = { twice, square, &twice };
int grid[3][4] = { { 1, 2, 3, 4 }, { 5, 6 }, { [3] = 7 } };
int *where = &grid[1][1];
char *words[] = { "one", "two", "three" };
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 }, *p = a + 1, *q = &a[4];
    printf("%d %d %d %d\n", *p, p[2], *(q - 1), (int)(q - p));
    *p++ = 10; printf("%d %d %d\n", a[1], *p, p == &a[2]);
    swap(&a[0], &a[4]); printf("%d %d\n", a[0], a[4]);
    for (int i = 0; i < 3; i++) printf("%d ", apply(table[i], i + 3));
    printf("\n%d %d %d %d\n", grid[0][3], *where, where[-1], (*(grid + 2))[3]);
    int (*row)[4] = grid; row++; printf("%d %d\n", (*row)[0], row[1][3]);
    printf("%s %c %c\n", words[2], words[1][2], *words[0]);
    int *h = malloc(10 * sizeof *h);
    for (int i = 0; i < 10; i++) h[i] = i * i;
    h = realloc(h, 20 * sizeof *h); h[19] = 1; printf("%d %d\n", h[9], h[19]); free(h);
    char *c = (char *)&a[1]; printf("%d\n", c[0]);
    int **pp = &p; **pp = 77; printf("%d\n", a[2]);
    long n = (long)p; printf("%d\n", (int *)n == p);
    p = 0; printf("%d %d\n", !p, p == NULL);
    for (p = a; p < a + 5; p++) printf("%d ", *p);
    printf("\n");
    void *v = &a[3]; printf("%d\n", *(int *)v);
    return 0;
}
