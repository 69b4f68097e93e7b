/* Names that the linker knows things by. */
#include <stdio.h>
int x __asm__("y");
extern int y;
int f(int) __asm__("g");
int g(int a) { return a + 1; }
unsigned long my_strlen(const char *) __asm__("strlen");
static int hidden __asm__("hidden_name") = 5;
int from_b(int) __asm__("b_function");
extern int of_b __asm__("b_variable");
int defined_here(int) __asm__("a_function");
int defined_here(int a) { return a * 2; }
int defined_here(int);
int call_from_b(int);
int (*pointer)(int) = f;
int put(const char *) __asm__("" "puts");
static int own(void) __asm__("own_name");
static int own(void) { return __builtin_strlen(__func__); }
int main(void) {
  int *volatile object = &x;
  int (*volatile function)(int) = f;
  y = 4;
  printf("%d %d %d\n", x, object == &y, function == g);
  printf("%d %d %d\n", f(1), g(2), pointer(3));
  printf("%d %d\n", (int)my_strlen("four"), hidden);
  printf("%d %d\n", from_b(10), of_b);
  printf("%d %d\n", defined_here(4), call_from_b(5));
  printf("%d\n", own());
  {
    extern int again __asm__("y");
    again++;
  }
  printf("%d\n", x);
  put("put");
  return 0;
}
