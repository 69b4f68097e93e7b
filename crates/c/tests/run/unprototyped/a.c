/* Functions without a prototype are called through pointers that have one. */
#include <stdio.h>
int plain();
int (*with)(int, int) = plain;
int narrow(c, s, f) char c; short s; float f; { return c + s + (int)f; }
int (*wide)(int, int, double) = narrow;
int (*without)() = plain;
int prototyped(int a, double b) { return a + (int)b; }
struct pair { int a, b; };
struct pair make(x) int x; { struct pair p = {x, x + 1}; return p; }
void nothing(c) char c; { printf("nothing %d\n", c); }
int constant(const int *p, enum kind { A, B } k) { return *p + k; }
int main(void) {
  int v = 4;
  int (*cast)() = (int (*)())prototyped;
  struct pair (*maker)(int) = make;
  void (*silent)(int) = nothing;
  int (*enumerated)(const int *, unsigned) = constant;
  printf("%d %d\n", with(1, 2), without(3, 4));
  printf("%d %d\n", wide(300, 70000, 2.5), cast(1, 2.5));
  printf("%d\n", maker(5).b);
  silent(300);
  printf("%d\n", enumerated(&v, 1));
  printf("%d\n", ((int (*)())plain)(5, 6));
  return 0;
}
