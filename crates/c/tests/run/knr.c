/* Old-style definitions, implicit int, generic selection, enumerations, comma and sizeof. */
#include <stdio.h>
int old(a, b, c) int a; char b; double c; { return a + b + (int)c; }
static int unprototyped();
static int unprototyped(x) int x; { return x * 2; }
enum { A = -1, B, C = 1u << 31 > 0 ? 7 : 8 };
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
typedef int row[3]; typedef int (*fn)(int, int);
static int plus(int a, int b) { return a + b; }
static fn pick(int n) { return n ? plus : 0; }
int main(void) {
    printf("%d %d %d %d\n", old(1, 2, 3.7), unprototyped(21), B, C);
    printf("%d %d %d %d\n", KIND(1), KIND(1.0), KIND("s"), KIND(1L));
    row r = { 1, 2, 3 }; printf("%d %d\n", (int)sizeof(row), r[2]);
    printf("%d %d\n", pick(1)(3, 4), (*pick(1))(5, 6));
    int i = 3; printf("%d %d\n", (int)sizeof(i++), i);
    _Static_assert(sizeof(int) == 4, "int");
    printf("%d %d\n", 'a', (int)sizeof 'a');
    return 0;
}
