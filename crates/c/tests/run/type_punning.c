/* Type punning. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
union f{float f;unsigned u;};
union d{double d;unsigned long long u;unsigned w[2];};
struct h{unsigned char b[4];};
union m{struct h h;unsigned u;short s[2];};
int main() {
  union f x={1.5f};
  P(x.u);
  x.u=0x40000000;
  P((int)x.f);
  union d y={-2.0};
  P(y.w[1]);
  y.u=0x3ff8000000000000ULL;
  P((int)(y.d*2));
  union m m={.u=0x11223344};
  P(m.h.b[0]);
  m.h.b[3]=0;
  P(m.u);
  P(m.s[0]);
  m.s[1]=-1;
  P(m.u);
  float g=3.0f;
  P(*(unsigned*)&g);
  unsigned char*b=(unsigned char*)&g;
  P(b[3]);
  double dd=1;
  P(((unsigned char*)&dd)[7]);
  union{struct{unsigned a:4,b:4;};unsigned char c;}n={.c=0xa5};
  P(n.a);
  P(n.b);
  n.b=3;
  P(n.c);
  union{_Bool b;char c;}bb={.c=1};
  P(bb.b);
  union{int*p;unsigned long u;}pu;
  int z=4;
  pu.p=&z;
  P(*pu.p);
  P(pu.u==(unsigned long)&z);
  return 0;
}
