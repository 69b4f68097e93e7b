/* Mixed signs. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  unsigned u=1;
  int i=-1;
  P(u>i);
  P(u+i);
  P(i<u);
  P(-1<sizeof(int));
  P((unsigned char)1>(signed char)-1);
  P((unsigned short)1>(short)-1);
  P(1u>-1LL);
  P(1ul>-1LL);
  P(1ull>-1LL);
  P(i==-1u);
  P((u-2)<0);
  P((long long)(u-2)<0);
  P(i/u==4294967295u);
  P((char)-1==0xff);
  P((unsigned char)-1==0xff);
  P(-1>>1==-1);
  P(-1u>>1);
  P(i%2);
  P(i%2u);
  P(-i);
  P(-u);
  P((short)-1==(unsigned short)-1);
  P((i<0)==(u>0));
  P(0x80000000>0);
  P(-0x80000000>0);
  P(2147483647+1u);
  P((int)(2147483647+1u)<0);
  P('\xff'<0);
  P(1?-1:0u);
  P((1?-1:0u)<0);
  return 0;
}
