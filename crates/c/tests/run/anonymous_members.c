/* Anonymous members. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s {int a; struct {int b; union {int c; char d[4]; struct {short e,f;};};}; union {int g; float h;};};
struct t {struct s; int z;};
struct n {int:0; int a:1; int:3; int b:4;};
struct inner{int k;};
struct h {struct inner in; union {struct {int x,y;}; int v[2];};};
int main() {
  struct s v={1,{2,{0x01020304}},{5}};
  P(v.a);
  P(v.b);
  P(v.c);
  P(v.d[0]);
  P(v.e);
  P(v.f);
  P(v.g);
  v.h=1.0f;
  P(v.g);
  P(sizeof v);
  P(__builtin_offsetof(struct s,f));
  P(__builtin_offsetof(struct s,d[2]));
  struct s w={.c=7,.a=1,.h=2};
  P(w.c);
  P(w.b);
  P(w.g);
  struct h h={.x=1,.y=2};
  P(h.v[1]);
  h.v[0]=9;
  P(h.x);
  struct h h2={{3},{{4,5}}};
  P(h2.in.k);
  P(h2.y);
  P(sizeof(struct n));
  struct s*p=&v;
  P(p->c);
  struct {union{int a;int b;};}q={.b=3};
  P(q.a);
  return 0;
}
