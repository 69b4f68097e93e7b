/* Initialiser lists. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a,b,c;};
int n;
int nx(void) {
  return++n;
}
int main() {
  struct s v={.c=nx(),.a=nx()};
  P(v.a+v.c);
  P(v.b);
  int a[3]={[2]=1,[0]=2};
  P(a[0]*100+a[1]*10+a[2]);
  struct s w[2]={[1]={1,2,3},[0]={.b=4}};
  P(w[0].b+w[1].c);
  struct s z={1,2};
  P(z.c);
  struct s y=(n=5,v);
  P(y.b);
  int arr[]={n,n+1,[5]=n};
  P(sizeof arr/sizeof*arr);
  P(arr[5]);
  static struct s st={.b=sizeof(int)};
  P(st.b);
  union{int i;char c[4];}u={.c={1,1}};
  P(u.i);
  char str[8]="abc";
  P(str[7]);
  char ns[3]={'a',[2]='c'};
  P(ns[1]);
  int m[2][2]={[1][0]=5};
  P(m[1][0]);
  P(m[0][1]);
  struct{struct s in;int t;}nest={{1},2};
  P(nest.in.c+nest.t);
  return 0;
}
