#include <stdio.h>
inline int sq(int x) {
  return x*x;
}
static inline int counter(void) {
  static int n;
  return ++n;
}
int cb(void);
int viab(int);
int main(void) {
  printf("%d %d %d\n",sq(3),viab(4),counter());
  counter();
  printf("%d %d\n",counter(),cb());
  return 0;
}
