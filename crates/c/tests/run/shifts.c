/* Shifts. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  unsigned u=0x80000001;
  int n=-8;
  long long l=1;
  P(u>>1);
  P(u<<1);
  P(n>>1);
  P(n>>31);
  P(l<<40);
  P((unsigned char)(0xff<<4));
  P(1u<<31);
  P((u>>31)&1);
  P(0xf0>>4);
  P((char)0x80>>1);
  P((unsigned char)0x80>>1);
  u>>=4;
  P(u);
  u<<=4;
  P(u);
  n>>=2;
  P(n);
  P(1<<(char)3);
  P(1LL<<32>>32);
  P(5&3|4^1);
  P(~0u);
  P(-1&0xff);
  P((5&3)==1);
  P(5&3==3);
  P(!5&1);
  P(1+2<<3);
  P(u&=0xf0);
  P(u|=1);
  P(u^=0xff);
  return 0;
}
