/* What programs can ask of types. */
#include <stdio.h>

#define NAME(x)                                                                                    \
  _Generic((x), char: "char", signed char: "signed char", unsigned char: "unsigned char",          \
           short: "short", int: "int", unsigned: "unsigned", long: "long",                         \
           unsigned long: "unsigned long", long long: "long long", float: "float",                 \
           double: "double", _Bool: "bool", default: "another")
#define SAME(s, t) printf(#s ", " #t ": %d\n", __builtin_types_compatible_p(s, t))
/* Linux: a conditional expression with a null pointer constant has the type of the other side. */
#define IS_CONSTANT(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))

typedef int number;
struct bits { int a : 3; unsigned b : 5; unsigned c : 32; };
struct outer {
  int first;
  struct tagged { int no_member; };
  struct { int member; };
  struct tagged last;
};

int main(void) {
  char c = 0;
  signed char sc = 0;
  unsigned char uc = 0;
  short s = 0;
  const int ci = 0;
  struct bits v = {0};
  int variable = 3;
  printf("%s %s %s %s %s\n", NAME(c), NAME(sc), NAME(uc), NAME(s), NAME(ci));
  printf("%s %s %s %s\n", NAME(c + c), NAME('a'), NAME(1u), NAME(sizeof c));
  printf("%s %s %s\n", NAME(v.a + 0), NAME(v.b + 0), NAME(v.c + 0));
  printf("%s %s %s\n", NAME(1 ? 1.0f : 1), NAME(2147483648), NAME((_Bool)1));
  printf("%s %s\n", NAME((__INT8_TYPE__)0), NAME(v));
  printf("%s\n", _Generic(&c, signed char *: "signed", char *: "plain"));
  printf("%s\n", _Generic(&c, const char *: "constant", char *: "plain", default: "none"));
  printf("%s\n", _Generic("text", const char *: "constant", char *: "plain"));
  SAME(char, signed char);
  SAME(char, const char);
  SAME(char *, signed char *);
  SAME(int *, int *);
  SAME(int *, char **);
  SAME(int[], int[5]);
  SAME(number, int);
  SAME(int, long);
  SAME(int (*)(int), int (*)(char));
  printf("%d %d\n", IS_CONSTANT(3), IS_CONSTANT(variable));
  struct outer o = {1, {2}, {3}};
  printf("%zu %d %d\n", sizeof o, o.member, o.last.no_member);
  return 0;
}
