/* Typedefs. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef int I,*PI,AI[3];
typedef I F(I);
typedef struct S{int a;}S,*PS;
typedef enum{R,G}col;
typedef const I CI;
typedef PI const CPI;
typedef void V;
typedef unsigned U;
F fn;
I fn(I x) {
  return x+1;
}
typedef struct L{struct L*n;I v;}L;
typedef I(*FP)(PI);
I der(PI p) {
  return*p;
}
typedef AI MA[2];
typedef I I;
int main() {
  I a=1;
  PI p=&a;
  AI r={1,2,3};
  P(*p);
  P(sizeof(AI));
  P(fn(2));
  S s={4};
  PS q=&s;
  P(q->a);
  col c=G;
  P(c);
  CI ci=5;
  P(ci);
  CPI cp=&a;
  P(*cp);
  U u=-1;
  P(u>0);
  L l2={0,7},l1={&l2,6};
  P(l1.n->v);
  FP f=der;
  P(f(&a));
  MA m={{1},{2,3}};
  P(m[1][1]);
  P(sizeof m);
  P(sizeof(MA)/sizeof(AI));
  I I=9;
  P(I);
  {
    typedef long long I;
    P(sizeof(I));
  }
  V*v=&a;
  P(v!=0);
  unsigned S=3;
  P(S);
  struct S t={8};
  P(t.a);
  return 0;
}
