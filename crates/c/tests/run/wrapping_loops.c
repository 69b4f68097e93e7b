/* Wrapping loops. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  unsigned char i;
  int n=0;
  for(i=250;i!=2;i++)n++;
  P(n);
  unsigned u=3;
  n=0;
  while(u--)n++;
  P(n);
  P(u);
  unsigned short s=65534;
  s+=3;
  P(s);
  for(unsigned k=5;k-->0;)n+=k;
  P(n);
  signed char c=126;
  c+=1;
  P(c);
  long long big=0;
  for(int j=0;j<40;j++)big=big*2+1;
  P(big);
  unsigned long long m=1;
  do m*=3;
  while(m<1000000);
  P(m);
  int neg=0;
  for(int j=-3;j<=3;j++)neg+=j*j;
  P(neg);
  P((unsigned)-3%5);
  P(-3%5);
  P((unsigned char)(i-5));
  return 0;
}
