/* Words of a declaration in unusual orders. */
#include <stdio.h>

struct pair {
  int a, b;
} static first = {9, 5};

struct { int x; } const static second = {3};

enum colour { RED, GREEN } static colour = GREEN;

int typedef number;
long static int unsigned wide = 7;

static __attribute__((noinline)) untyped(void) { return 4; }
static __attribute__((noinline)) __attribute__((unused)) untyped_too(a) int a; { return a + 1; }
__attribute__((noinline)) static number typed(void) { return 5; }

static int next(void) {
  struct counter { int value; } static counter = {1};
  if (counter.value > 2) {
  }
  static plain = 10;
  return counter.value++ + plain++;
}

int main(void) {
  printf("%d %d %d %d %lu\n", first.a, first.b, second.x, colour, wide);
  printf("%d %d %d\n", untyped(), untyped_too(6), typed());
  int one = next(), two = next();
  printf("%d %d\n", one, two);
  return 0;
}
