/* Variable length types. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int n,int(*p)[n]) {
  return sizeof*p;
}
int main() {
  int n=2;
  int a[n][n+1];
  typeof(a)b;
  P(sizeof b);
  typeof(a[0])c;
  P(sizeof c);
  n=7;
  P(sizeof b);
  int(*p)[3]=a;
  P(f(3,p));
  typeof(int[n])d;
  P(sizeof d);
  n=1;
  P(sizeof d);
  typedef int T[n+1];
  n=5;
  T e;
  P(sizeof e);
  T*pe=&e;
  P(sizeof*pe);
  int g[n],(*pg)[n]=&g;
  n=2;
  P(sizeof*pg);
  P(sizeof(typeof(g)));
  int i=0;
  int h[++i];
  P(sizeof h);
  P(i);
  P(sizeof(int[i++]));
  P(i);
  for(int j=1;j<3;j++) {
    int v[j][j];
    P(sizeof v);
    P(&v[1]-&v[0]);
  }
  return 0;
}
