/* Enumerations. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
enum e {A,B=5,C,D=-3,E_,F=A+B*2,G='a',H=sizeof(int)};
enum u {U1=1,U2=0xffffffffu};
enum l {L1=1LL<<40};
enum fwd;
enum n {N1=-1};
enum tr {T1,T2,};
int main() {
  P(A);
  P(B);
  P(C);
  P(D);
  P(E_);
  P(F);
  P(G);
  P(H);
  P(U2);
  P(sizeof(enum u));
  P(sizeof(U2));
  P(sizeof(U1));
  P(L1);
  P(sizeof(enum l));
  enum e x=D;
  P(x<0);
  enum u y=U1;
  P((enum u)-1>0);
  P(-(long long)U2);
  P(sizeof(L1));
  P((enum tr)-1>0);
  P((enum n)-1<0);
  switch(x) {
    case D: P(1);
    break;
    default:P(2);
  }
  enum tr t=7;
  P(t);
  P(sizeof(enum tr));
  {
    enum {A=10};
    P(A);
  }
  P(A);
  enum e arr[C];
  P(sizeof arr/sizeof*arr);
  return 0;
}
