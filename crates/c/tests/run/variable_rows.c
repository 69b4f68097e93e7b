/* Variable rows. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <string.h>
int sum(int n,int a[n]) {
  int s=0;
  for(int i=0;i<n;i++)s+=a[i];
  return s;
}
int tr(int r,int c,int m[r][c]) {
  int s=0;
  for(int i=0;i<r&&i<c;i++)s+=m[i][i];
  return s;
}
void fill(int n,char b[n],char c) {
  memset(b,c,n);
}
int main() {
  int n=4;
  int a[n];
  for(int i=0;i<n;i++)a[i]=i;
  P(sum(n,a));
  int m[n-1][n];
  for(int i=0;i<n-1;i++)for(int j=0;j<n;j++)m[i][j]=i*j;
  P(tr(n-1,n,m));
  P(sizeof m);
  P(sizeof m[0]);
  int(*p)[n]=m;
  P(p[2][3]);
  P(sizeof*p);
  n=2;
  P(sizeof m);
  char b[n*2];
  fill(n*2,b,'x');
  P(b[3]);
  P(sizeof b);
  typedef int row[n];
  row r;
  P(sizeof(row));
  P(sizeof r);
  int k=3;
  {
    int v[k];
    k=5;
    P(sizeof v);
  }
  P(sizeof(char[k])+sizeof(int[k][2]));
  int(*q)[k]=(void*)0;
  P(sizeof*q);
  for(int i=1;i<4;i++) {
    int w[i];
    w[i-1]=i;
    P(w[i-1]+(int)sizeof w);
  }
  struct{int x;}sa[k];
  sa[k-1].x=6;
  P(sa[4].x);
  P(&sa[4]-sa);
  goto end;
  end:P((int)sizeof(a)/4);
  return 0;
}
