/* Tables of functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef int(*cb)(void*,int);
struct ops{cb a;struct{cb b[2];}in;};
int one(void*p,int x) {
  return*(int*)p+x;
}
int two(void*p,int x) {
  return*(int*)p*x;
}
const struct ops o={one,{{one,two}}};
int call(const struct ops*o,int i,int*v) {
  return o->in.b[i](v,10);
}
int(*choose(int w))(void*,int) {
  return w?one:two;
}
int main() {
  int v=3;
  P(call(&o,1,&v));
  P(o.a(&v,1));
  P(choose(0)(&v,5));
  P((*choose(1))(&v,5));
  cb t[]={[1]=two};
  P(t[0]==0);
  P(t[1](&v,2));
  struct ops m=o;
  m.a=two;
  P(m.a(&v,4));
  cb*pc=m.in.b;
  P(pc[1]==two);
  P((o.a==one)+(o.a!=two));
  return 0;
}
