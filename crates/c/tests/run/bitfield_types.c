/* Bitfield types. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct b {unsigned a:3; int s:5; long long l:40; unsigned long long u:33; _Bool f:1; char c:4;};
int main() {
  struct b x={0};
  P(sizeof(x.a=1));
  P(sizeof(x.l=1));
  P(sizeof(+x.a));
  P(sizeof(x.f=1));
  P(sizeof(x.c=1));
  P(sizeof(x.a++));
  P(sizeof((x.a,x.s)));
  P(x.a=9);
  P(x.s=17);
  P(x.f=4);
  P(x.c=9);
  P(x.a-=5);
  P(x.a);
  P(x.l=1LL<<39);
  P(x.u=-1);
  P((x.u=-1)+1);
  P(x.a-8<0);
  P(x.u-1>0);
  P(-x.a);
  P(~x.a);
  P(x.f+x.f);
  return 0;
}
