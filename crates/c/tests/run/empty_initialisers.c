/* Empty initialisers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a[3];struct{char c;}n;}z={};
int main() {
  struct s l={};
  P(l.a[2]);
  int a[3]={};
  P(a[1]);
  P(z.n.c);
  struct e{}x={};
  (void)x;
  union{int i;}u={};
  P(u.i);
  return 0;
}
