/* Integer constants. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  P(0x7fffffff);
  P(0x80000000);
  P(0xffffffffffffffff);
  P(017);
  P(0b101);
  P(0B11);
  P(10u-11u>0);
  P(-2147483648<0);
  P(-2147483647-1);
  P(2147483648u);
  P(0xffffffffu+1==0);
  P(9223372036854775807);
  P(-9223372036854775807LL-1);
  P(18446744073709551615u);
  P(1e3);
  P(0x1p4);
  P(0x.8p1);
  P(1.5e-1*10);
  P(.5+.5);
  P(5.);
  P((int)1e2f);
  P(3L);
  P(3ul);
  P(3LLU);
  P(0xFull);
  P(1.0l);
  P(100000*100000LL);
  P('a'+1);
  P(0777ull);
  return 0;
}
