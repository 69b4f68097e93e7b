/* Integers of 128 bits, which LP64 has only: 64. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef __int128 i;
typedef unsigned __int128 u;
int main() {
  i a=1;
  a<<=100;
  P(a>>98);
  u b=-1;
  P(b>>127);
  P((int)(b%7));
  P(sizeof a);
  P((long long)(a/((i)1<<90)));
  P(a>0);
  P(-a<0);
  i c=-5;
  P(c/2);
  P(c%2);
  P(c>>1);
  u m=(u)0xffffffffffffffffULL*0xffffffffffffffffULL;
  P((unsigned long long)(m>>64));
  P((double)a>1e30);
  P((i)1e20>0);
  __uint128_t q=3;
  P(q*q);
  _Generic(a,i:0,default:1);
  P(_Generic(a,__int128:1,default:2));
  P(__builtin_mul_overflow((i)1<<126,2,&c));
  return 0;
}
