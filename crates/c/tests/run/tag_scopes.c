/* Tag scopes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a;};
int f(struct s{char c[9];}*p) {
  return sizeof(struct s);
}
int g(void) {
  struct s{short x;};
  {
    struct s{long long y;};
    P(sizeof(struct s));
  }
  return sizeof(struct s);
}
enum e{A};
int h(void) {
  enum e{B=5};
  return B;
}
int k(enum z{Z1=7}q) {
  return Z1;
}
int main() {
  P(f(0));
  P(g());
  P(sizeof(struct s));
  P(h());
  P(k(0));
  struct s*p;
  struct t;
  struct t*q;
  struct t{int a[3];};
  P(sizeof*q);
  {
    struct s;
    struct s*r;
    struct s{char z;};
    P(sizeof*r);
  }
  P(sizeof(struct u{int a,b;}));
  P(sizeof(struct u));
  return 0;
}
