/* Hidden names. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef int T;
int x=1;
struct x{int y;};
int f(T T) {
  return T+1;
}
int g(int x,struct x y) {
  return x+y.y;
}
int h(int sizeof_) {
  return sizeof_;
}
enum e{x_1};
int k(void) {
  int f=3;
  return f;
}
void m(int a) {
  int b=a;
  {
    int a=b*2,b=a;
    P(a);
    P(b);
  }
}
int n(int(*f)(int)) {
  return f(2);
}
int main() {
  P(f(1));
  struct x v={3};
  P(g(2,v));
  P(h(4));
  P(k());
  m(5);
  P(n(h));
  int main=7;
  P(main);
  struct x x={9};
  P(x.y);
  for(int x=0,y=x+1;y<2;y++)P(x);
  {
    struct T{int q;}T={4};
    P(T.q);
  }
  T z=3;
  P(z);
  T*p=&z;
  P(*p);
  P(sizeof(T));
  {
    int T=2;
    P(T*z);
  }
  P((T)3.5);
  x:P(x.y);
  return 0;
}
