/* Name spaces. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int x=1;
int f(int x) {
  x++;
  {
    int x=10;
    x++;
  }
  return x;
}
struct s{int a;};
int g(void) {
  struct s{char c;};
  return sizeof(struct s);
}
typedef int T;
int h(void) {
  T T=3;
  return T;
}
int k(void) {
  typedef char T;
  return sizeof(T);
}
enum{A=1};
int m(void) {
  enum{A=2};
  return A;
}
int n(int A) {
  return A;
}
struct t{struct in{int z;}i;};
struct in out={4};
int main() {
  P(f(5));
  P(x);
  P(g());
  P(sizeof(struct s));
  P(h());
  P(k());
  P(m());
  P(A);
  P(n(9));
  P(out.z);
  int x=2;
  P(x);
  for(int x=0;x<1;x++)P(x);
  P(x);
  if(1) {
    int x=3;
    P(x);
  }
  struct s;
  struct s{int p,q;};
  P(sizeof(struct s));
  {
    int y=x+1;
    P(y);
  }
  int s=3;
  struct s v={1};
  P(s+v.p);
  goto A;
  A:P(1);
  return 0;
}
