/* Struct values. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct a{int x;char c[3];};
struct b{struct a in[2];struct a*p;};
struct a mk(int x) {
  struct a r={x,"ab"};
  return r;
}
struct a id(struct a v) {
  v.x++;
  return v;
}
int big(struct{int z[10];}*p);
struct e{int:5;int f:3;};
int main() {
  struct a v=mk(3);
  P(v.x);
  P(id(v).x);
  P(v.x);
  P(mk(9).c[1]);
  struct b w={{{1,"x"},{2,"y"}},&w.in[1]};
  P(w.p->x);
  P(w.in[0].c[0]);
  struct b c=w;
  c.in[1].x=7;
  P(w.p->x);
  P(c.p->x);
  v=w.in[1];
  P(v.c[0]);
  struct a*p=&v;
  (*p).x=5;
  P(p->x);
  P((&v)->x);
  struct a arr[3]={[1].x=4};
  P(arr[1].x);
  P((arr+1)->x);
  P((*(arr+1)).x);
  const struct a k={6};
  P(k.x);
  struct{struct{int q;}r;}s={{8}};
  P(s.r.q);
  P(id(id(v)).x);
  struct a t=(v.x=2,v);
  P(t.x);
  P(sizeof(struct e));
  P(mk(1).x+mk(2).x);
  struct a u[2]={mk(1),mk(2)};
  P(u[1].x);
  v=v;
  P(v.x);
  return 0;
}
