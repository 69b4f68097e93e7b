/* Arrays in results. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct w{int a[3];};
struct w f(int x) {
  struct w r={{x,x+1,x+2}};
  return r;
}
int sum(const int*p) {
  return p[0]+p[1]+p[2];
}
int main() {
  P(f(1).a[2]);
  P(sum(f(5).a));
  P(*f(2).a);
  P(f(3).a[f(0).a[1]]);
  const struct w w=f(7);
  P(w.a[0]);
  P((f(1),f(2)).a[0]);
  P((1?f(8):f(9)).a[0]);
  struct w z;
  P((z=f(4)).a[1]);
  return 0;
}
