/* Bitfield arithmetic. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{unsigned a:5;int b:5;unsigned long long c:48;_Bool d:1;enum{E0,E1,E2,E3}e:2;signed char f:3;unsigned short g:16;unsigned h:32;long long i:64;};
int main() {
  struct s s={31,-16,0xffffffffffffULL,1,E3,3,65535,0xffffffff,-1};
  P(s.a);
  P(s.b);
  P(s.c);
  P(s.d);
  P(s.e);
  P(s.f);
  P(s.g);
  P(s.h);
  P(s.i);
  P(s.a+1);
  P(s.a-32<0);
  P(s.c+1);
  P(s.c<<8);
  P(s.c>>40);
  P(-s.c);
  P(~s.c==-281474976710656LL);
  P(s.c*2);
  P(s.h+1);
  P(s.h+1>0);
  P((s.a^=3));
  P(s.b>>2);
  P(s.b/3);
  P(s.e+1);
  s.e++;
  P(s.e);
  P(s.d?5:6);
  P((1?s.a:-1)>-2);
  P((0?s.h:-1)>0);
  P(s.a==31);
  P(s.f=5);
  P(s.f*2);
  P((s.f=7)+1);
  P((s.c=1ULL<<47)<<1);
  s.c+=s.c;
  P(s.c);
  P((int)(s.c=-1));
  P(!s.c);
  P(s.c>0?1:2);
  P(s.i>>63);
  P(s.a%7);
  P(s.a--);
  P(++s.a);
  P((long long)s.c-1);
  unsigned u=s.a;
  P(u);
  P(s.c==(1ULL<<48)-1);
  switch(s.a) {
    case 28:P(28);
    break;
    default:P(0);
  }
  P(s.a&s.b);
  P(s.a|s.h);
  P(s.a&&s.b);
  P(s.c+s.a);
  P(s.c%10);
  P(s.c/3);
  P((s.c<<4)>>4);
  return 0;
}
