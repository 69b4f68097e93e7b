/* Gnu designators. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct p{int x,y;};
struct p a[]={[0 ... 1]={1,2},[3]={.y=4}};
int b[5]={[1 ... 3]=7};
struct{int k;struct p v[2];}t={.v[1].y=3,.k=1};
union{struct p p;int a[2];}u={.a[1]=5};
char s[][3]={[1]="ab"};
int c[][2]={[1][1]=6,7};
struct p d={.x=1,.y=2,.x=3};
int e[3]={[2]=1,[1]=2};
struct{char a;int b[2];}f[2]={{.b={[1]=9}},{'x',{1}}};
int*g[]={[2]=&b[1]};
int main() {
  P(sizeof a/sizeof*a);
  P(a[1].y);
  P(a[3].y);
  P(a[2].x);
  P(b[0]+b[3]+b[4]);
  P(t.v[1].y+t.k);
  P(u.p.y);
  P(sizeof s);
  P(s[1][1]);
  P(sizeof c);
  P(c[1][1]);
  P(c[2][0]);
  P(d.x);
  P(e[0]+e[1]*10+e[2]*100);
  P(f[0].b[1]);
  P(f[1].a);
  P(*g[2]);
  P(g[0]==0);
  struct p l[2]={[1].x=2,[0].y=3};
  P(l[0].y+l[1].x);
  return 0;
}
