/* Folded constants. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
enum{A=(int)(1.5*2),B=sizeof(char[3]),C=-1>0u,D=(unsigned char)257,E=1?2:1/1,F=(long)-1<0,G=~0U>>31,H=!1.5+2,I='a'==97,J=0&&1/1,K=(_Bool)5,L=(short)0x18000,M=7%-3,N=-7/2,O=1<<31>>31,Q=(int)(float)16777217};
int a[A],b[(char)300],c[sizeof(int)==4?1:2];
struct s{int x:A;int y:B+1;};
int main() {
  P(A);
  P(B);
  P(C);
  P(D);
  P(E);
  P(F);
  P(G);
  P(H);
  P(I);
  P(J);
  P(K);
  P(L);
  P(M);
  P(N);
  P(O);
  P(Q);
  P(sizeof a);
  P(sizeof b);
  P(sizeof c);
  switch(3) {
    case A:P(1);
  }
  static int z=(int)3.9+(int)-3.9;
  P(z);
  static double d=1/3.0;
  P(d*9);
  static float f=0.1;
  P(f==0.1f);
  static long l=(char)-1;
  P(l);
  static unsigned u=-1.0+2;
  P(u);
  static const char*p="abc"+1;
  P(*p);
  static int*q=&a[1]+1;
  P(q-a);
  static int t=&a[2]-&a[0];
  P(t);
  return 0;
}
