/* Nested initialisers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct in{int a;int b[2];};
struct out{struct in x;struct in y[2];int z;};
struct out g={1,2,3,{{4,5,6},7,8,9},10};
struct out h={{1},{[1]={.b={2}}},.z=3};
int m[2][2][2]={{{1,2},{3}},{{4}}};
struct{char n[4];int v;}t[]={{"ab",1},{"cd",2}};
struct out part={.x.b[1]=5,6,7};
char*names[]={[2]="c",[0]="a"};
struct{int a;union{int b;char c;}u;}uu={1,{2}};
struct in arr[]={1,2,3,4,5,6};
int scal={5};
int braces={{6}};
char cc[2][3]={"ab","c"};
int main() {
  P(g.x.b[1]);
  P(g.y[0].b[1]);
  P(g.y[1].a);
  P(g.y[1].b[1]);
  P(g.z);
  P(h.x.a);
  P(h.y[1].b[0]);
  P(h.z);
  P(m[0][1][0]);
  P(m[1][0][0]);
  P(m[1][1][1]);
  P(t[1].n[0]);
  P(t[1].v);
  P(part.x.b[1]);
  P(part.y[0].a);
  P(part.y[0].b[0]);
  P(names[1]==0);
  P(*names[2]);
  P(uu.u.b);
  P(sizeof arr/sizeof*arr);
  P(arr[1].b[1]);
  P(scal);
  P(braces);
  P(cc[1][0]);
  P(cc[0][2]);
  int x=3;
  struct in l={x,{x+1}};
  P(l.b[0]);
  P(l.b[1]);
  struct out o={l,{l},x};
  P(o.x.a);
  P(o.y[0].b[0]);
  P(o.z);
  int v[3]={x,[2]=x*2};
  P(v[1]);
  P(v[2]);
  struct in e={};
  P(e.a);
  int zz[4]={};
  P(zz[3]);
  return 0;
}
