/* Other names of functions and variables. */
#include <stdio.h>
#include <stdarg.h>
static int target(int a) { return a + 1; }
int alias(int) __attribute__((alias("target")));
int early(int) __attribute__((alias("late")));
int call_early(int a) { return early(a); }
int late(int a) { return a + 2; }
int weak_alias(int) __attribute__((weak, alias("late")));
int replaced(int) __attribute__((weak, alias("late")));
int variable = 5;
extern int other __attribute__((alias("variable")));
int sum(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  while (n--) total += va_arg(list, int);
  va_end(list);
  return total;
}
int sum_alias(int n, ...) __attribute__((alias("sum")));
int of_alias(int) __attribute__((alias("early")));
int from_b(void);
int main(void) {
  int (*pointer)(int) = alias;
  printf("%d %d %d\n", alias(1), pointer(2), pointer == target);
  printf("%d %d %d\n", early(1), call_early(2), early == late);
  printf("%d %d\n", weak_alias(1), replaced(1));
  other = 6;
  printf("%d %d\n", variable, &other == &variable);
  printf("%d %d\n", sum_alias(2, 3, 4), of_alias(5));
  printf("%d\n", from_b());
  return 0;
}
