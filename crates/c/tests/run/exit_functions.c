/* Functions that run when the program ends. */
#include <stdio.h>
#include <stdlib.h>

static int depth;
__attribute__((destructor)) static void first(void) { printf("first %d\n", depth); }
__attribute__((destructor)) static void second(void) { printf("second %d\n", depth); }
__attribute__((destructor(200))) static void late(void) { printf("late %d\n", depth); }
static void one(void) { printf("one %d\n", ++depth); }
static void two(void) { printf("two %d\n", ++depth); }
static void leave(int n) {
  if (n == 0) exit(0);
  leave(n - 1);
}

int main(void) {
  atexit(one);
  atexit(two);
  atexit(one);
  puts("main");
  leave(3);
  return 0;
}
