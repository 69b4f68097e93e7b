/* Bit tricks. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
unsigned rot(unsigned x,int n) {
  return x<<n|x>>(32-n);
}
unsigned rev(unsigned x) {
  unsigned r=0;
  for(int i=0;i<32;i++)r=r<<1|(x>>i&1);
  return r;
}
int pop(unsigned x) {
  int c=0;
  for(;x;x&=x-1)c++;
  return c;
}
unsigned le(const unsigned char*p) {
  return p[0]|p[1]<<8|p[2]<<16|(unsigned)p[3]<<24;
}
int sgn(int x) {
  return(x>0)-(x<0);
}
unsigned isqrt(unsigned n) {
  unsigned r=0,b=1u<<30;
  while(b>n)b>>=2;
  while(b) {
    if(n>=r+b) {
      n-=r+b;
      r=(r>>1)+b;
    } else r>>=1;
    b>>=2;
  }
  return r;
}
int main() {
  P(rot(0x80000001,4));
  P(rev(1));
  P(pop(0xf0f0));
  unsigned char b[]={1,2,3,4};
  P(le(b));
  P(sgn(-5));
  P(isqrt(1000000));
  unsigned x=0x12345678;
  P((x>>24)|(x<<24));
  P(((unsigned char*)&x)[1]);
  P(x^x>>1);
  P(~x+1==-x);
  P((x&-x));
  P((int)(x*2654435761u));
  P(x%1000);
  unsigned short h=0x8000;
  P(h<<1);
  P((short)h);
  P((unsigned short)(h<<1));
  return 0;
}
