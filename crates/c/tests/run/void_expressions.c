/* Void expressions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
void a(void) {
  P(1);
}
void b(void) {
  P(2);
}
int main() {
  int c=1;
  c?a():b();
  c=0;
  c?a():b();
  c?(void)0:P(3);
  (c,a());
  return c?1:0;
}
