/* Anonymous bitfields. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct a{int x;struct{unsigned p:3;unsigned q:5;};union{unsigned char r;struct{unsigned s:4,t:4;};};};
struct b{struct a;int z;};
int main() {
  struct a a={1,{2,3},{0x45}};
  P(a.p);
  P(a.q);
  P(a.s);
  P(a.t);
  a.t=7;
  P(a.r);
  P(sizeof a);
  struct a b={.q=4,.r=9,.x=5};
  P(b.q);
  P(b.s);
  P(__builtin_offsetof(struct a,r));
  return 0;
}
