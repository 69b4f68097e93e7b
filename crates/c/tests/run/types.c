/* Names of types in odd places: the parser takes some of them for expressions. */
#include <stdio.h>

typedef double number;
typedef struct { int a; } pair;

static int first(pair *p) { return p->a; }

int main(void) {
  pair one = {3};
  __typeof__(pair *) p = &one;
  __typeof__(pair *const *) pp = 0;
  __typeof__(int (*)(pair *)) f = first;
  __typeof__(number (*)(void)) g = 0;
  __typeof__(number *[2]) pointers;
  __typeof__(number[2][3]) matrix;
  printf("%d %d %d\n", f(p), pp == 0, g == 0);
  printf("%zu %zu %zu\n", sizeof pointers, sizeof matrix, sizeof matrix[0]);
  printf("%zu %zu %zu\n", sizeof(number[3]), sizeof(number *), sizeof(number[2][3]));
  printf("%zu %zu\n", sizeof(pair){4}, sizeof(int[]){1, 2, 3});
  printf("%zu %zu\n", sizeof(pair){}.a + 1, sizeof(number) * 2);
  return 0;
}
