/* The classes of types that gcc distinguishes. */
#include <stdio.h>
#define P(...) printf("%s = %d\n", #__VA_ARGS__, __builtin_classify_type(__VA_ARGS__))

enum colour { RED };
struct record { int a; } record;
union either { int a; float b; } either;
int array[3];

int main(void) {
  char c = 0;
  _Bool b = 1;
  enum colour colour = RED;
  int i = 0;
  P(c);
  P(b);
  P(colour);
  P(1LL);
  P(2.0f);
  P(2.0L);
  P(record);
  P(either);
  P(array);
  P("text");
  P(main);
  P(&i);
  P(i++);
  printf("%d\n", i);
  return 0;
}
