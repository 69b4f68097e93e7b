/* Offsets. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{char a; int b[3]; struct{short c; double d;}e[2];};
int main() {
  P(__builtin_offsetof(struct s,b));
  P(__builtin_offsetof(struct s,b[2]));
  P(__builtin_offsetof(struct s,e[1].d));
  P((unsigned long)&((struct s*)0)->e[1].c);
  int i=1;
  P(__builtin_offsetof(struct s,b[i]));
  struct s x;
  P((char*)&x.e[1]-(char*)&x);
  P(&x.b[2]-&x.b[0]);
  static int off=(int)__builtin_offsetof(struct s,e);
  P(off);
  enum{O=__builtin_offsetof(struct s,e[0].d)};
  P(O);
  return 0;
}
