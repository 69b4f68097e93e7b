/* Operands of assembler statements without instructions are evaluated, once. */
#include <stdio.h>

static int calls, numbers[4];
static double real;
static struct record { int member; double other; unsigned bits : 3; } record;

static int *next(void) {
  calls++;
  return &numbers[calls % 4];
}

static struct record *same(void) {
  calls += 10;
  return &record;
}

int main(void) {
  int i = 0;
  __asm__("" : "+r"(*next()));
  printf("%d\n", calls);
  __asm__ volatile("" : : "r"(*next()), "r"(i++));
  printf("%d %d\n", calls, i);
  __asm__ volatile("" : "+m"(numbers[i++]) : "m"(*next()));
  printf("%d %d\n", calls, i);
  __asm__ volatile("" : : "m"(same()->other), "g"(i += 3) : "memory");
  printf("%d %d\n", calls, i);
  __asm__ volatile("" : "+m"(real), "+m"(record) : "m"((struct record){i++, 0}));
  printf("%d\n", i);
  __asm__ volatile("" : : "r"(i), "r"(numbers), "i"(4));
  printf("%d %d\n", calls, i);
  return 0;
}
