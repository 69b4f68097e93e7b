/* Weak definitions give way. */
#include <stdio.h>
__attribute__((weak)) int f(void) { return 1; }
int strong_first(void) { return 2; }
int weak_variable __attribute__((weak)) = 3;
int strong_variable = 4;
extern int declared_weak(void) __attribute__((weak));
int declared_weak(void) { return 5; }
__attribute__((weak)) int only_weak(int a) { return a + 6; }
int __attribute__((weak)) lone = 7;
int weak_array[] __attribute__((weak)) = {1, 2, 3};
int weak_zero __attribute__((weak));
extern int defined_in_b __attribute__((weak));
extern int function_of_b(void) __attribute__((weak));
int ask_b(void);
int main(void) {
  printf("%d %d %d %d\n", f(), strong_first(), weak_variable, strong_variable);
  printf("%d %d %d\n", declared_weak(), only_weak(1), lone);
  printf("%d %d %d\n", weak_array[1], weak_zero, ask_b());
  printf("%d %d\n", &defined_in_b ? defined_in_b : -1, function_of_b ? function_of_b() : -1);
  return 0;
}
