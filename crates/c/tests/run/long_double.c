/* Long double. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  long double a=1.0L/3,b=3;
  P(a*b==1.0L);
  P((int)(a*100));
  P(sizeof a);
  P(a>0.3333);
  P((double)a==1.0/3);
  long double c=1e4000L;
  P(c>1e308);
  P((long long)123456789012345678.0L);
  P(c/c);
  P(-a<0);
  P(!a);
  P((float)b);
  long double s[2]={1,2};
  P(s[1]*2);
  P(1.0L+0x1p-60L>1.0L);
  return 0;
}
