/* Wide integers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  long long a=1LL<<62;
  unsigned long long u=~0ULL;
  P(a>>60);
  P(u>>60);
  P(u/3);
  P(u%10);
  P(-a/3);
  P((int)(a>>31));
  P((u*u)&0xff);
  P((unsigned)u);
  P(u==-1);
  P((long long)u);
  P(a&u);
  P(a|1);
  P(a^a);
  P(~a);
  P(a>u);
  P((short)a);
  P((a+1)%1000);
  P(10000000000LL/7);
  P(-10000000000LL%7);
  P(u<<63>>63);
  P((1ULL<<32)*(1ULL<<31)>>62);
  P((double)u>1e19);
  P((float)a==4611686018427387904.0f);
  P((long long)1e15);
  P(0xFFFFFFFFLL+1);
  P((int)0xFFFFFFFFLL);
  P((u>>1)+1);
  return 0;
}
