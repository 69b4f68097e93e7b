/* Struct copies. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct pad{char a;int b;};
struct arr{int x[3];};
union un{int i;char c;};
struct pad id(struct pad p) {
  return p;
}
int main() {
  struct pad p={1,2},q;
  q=p;
  P(q.b);
  struct pad*r=&q;
  *r=(struct pad){3,4};
  P(q.a);
  struct arr a={{1,2,3}},b;
  b=a;
  a.x[0]=9;
  P(b.x[0]);
  struct arr t[2]={a,b};
  P(t[0].x[0]);
  t[1]=t[0];
  P(t[1].x[0]);
  union un u={5},w=u;
  P(w.i);
  p=id(id(q));
  P(p.b);
  struct{struct pad in;}n={p},m;
  m=n;
  P(m.in.b);
  struct pad s[2];
  s[0]=s[1]=p;
  P(s[0].b);
  struct pad*ps=s;
  *ps++=q;
  P(ps-s);
  P((p.a=5,p).a);
  (void)p;
  P((*&p).b);
  P((&p)->a);
  struct arr*pa=&b;
  P(pa->x[2]);
  P((*pa).x[1]);
  P(b.x==&b.x[0]);
  volatile struct pad v={1,2};
  p=v;
  P(p.b);
  return 0;
}
