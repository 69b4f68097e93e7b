/* Bracketed attributes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
[[maybe_unused]] static int a=1;
[[nodiscard]] int f(void) {
  return 2;
}
[[noreturn]] void die(void);
int main() {
  switch(a) {
    case 1:P(1);
    [[fallthrough]];
    case 2:P(2);
  }
  [[maybe_unused]] int z=f();
  P(z);
  return 0;
}
