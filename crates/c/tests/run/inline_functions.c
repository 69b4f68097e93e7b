/* Inline functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
extern __inline__ __attribute__((__gnu_inline__,__always_inline__)) int sq(int x) {
  return x*x;
}
static inline __attribute__((always_inline)) int cu(int x) {
  return x*sq(x);
}
inline static int st(void) {
  return 4;
}
static int inline in(void) {
  return 5;
}
int main() {
  P(sq(3));
  P(cu(2));
  P(st());
  P(in());
  return 0;
}
