/* Union values. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
union u{int i;unsigned char c[4];float f;struct{short lo,hi;};};
union big{long long l;int i[2];};
union bf{unsigned a:4;unsigned char c;};
int main() {
  union u v={.i=0x01020304};
  P(v.c[0]);
  P(v.c[3]);
  P(v.lo);
  P(v.hi);
  v.f=1.0f;
  P(v.i);
  union big b={.i={1,2}};
  P(b.l);
  b.l=-1;
  P(b.i[1]);
  union bf f={0};
  f.c=0xab;
  P(f.a);
  f.a=5;
  P(f.c);
  union u w=v;
  P(w.i);
  P(sizeof(union u));
  P(((union u){.f=2.0f}).i);
  union{double d;unsigned long long u;}d={1.0};
  P(d.u>>52);
  union u*p=&v;
  p->hi=1;
  P(p->c[2]);
  union u z={0};
  P(z.f==0);
  return 0;
}
