/* Float conversions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  float f=0.1f;
  double d=0.1;
  P(f==d);
  P((float)d==f);
  P(f+f==0.2f);
  P((long long)(d*3*1e17));
  P(1.0/3==(float)(1.0/3));
  P((int)2.9f);
  P((int)-2.9);
  P((unsigned char)200.7);
  P(1/2*2.0);
  P(1/2.0*2);
  P((float)16777217);
  P((double)16777217);
  P((long long)1e18);
  P(0.0==-0.0);
  P(1.0/0.0>1e308);
  P(0.0/0.0!=0.0/0.0);
  P((int)(0.1f*10));
  P(1e308*10==1e309);
  P((float)1e-50==0);
  P(5.5>5);
  P(-1<0.5f);
  P((char)97.5);
  P((_Bool)0.1);
  P(3.0f/2);
  long double l=1.0L/3;
  P(l==(double)l);
  P((int)(l*9));
  P(!0.5);
  P(0.5?1:2);
  P((unsigned)3000000000.0);
  P((long long)-1.5f);
  f=16777216;
  f++;
  P(f);
  d=f;
  d++;
  P(d);
  P(sizeof(f+d));
  P(sizeof(f+1));
  P(sizeof(f*f));
  return 0;
}
