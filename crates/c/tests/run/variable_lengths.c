/* Variable lengths. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int n,int a[n][n]) {
  return sizeof(a[0])/sizeof(int)*10+a[1][1];
}
int g(int n,int m,int a[*][*]);
int g(int n,int m,int a[n][m]) {
  return sizeof*a;
}
int main() {
  int n=3;
  int a[n];
  P(sizeof a/sizeof*a);
  n=5;
  P(sizeof a/sizeof*a);
  int b[n][2];
  P(sizeof b);
  P(sizeof b[0]);
  int m=2;
  int c[m][m];
  c[1][1]=7;
  c[0][0]=c[0][1]=c[1][0]=0;
  P(f(m,c));
  P(g(2,m,c));
  typedef int T[n];
  n=1;
  T t;
  P(sizeof t);
  P(sizeof(int[n+3]));
  int (*p)[m]=c;
  P(p[1][1]);
  P(sizeof*p);
  P((char*)(p+1)-(char*)p);
  P(sizeof(int[n++]));
  P(n);
  for(int i=1;i<4;i++) {
    char v[i];
    v[i-1]=i;
    P(sizeof v);
    P(v[i-1]);
  }
  int k=4;
  P(sizeof(char[k][k]));
  P(_Alignof(int[n]));
  int z[n+1];
  z[n]=5;
  P(*(z+n));
  P(&z[n]-z);
  return 0;
}
