/* Wide case ranges. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(unsigned long long x) {
  switch(x) {
    case 0 ... 0xffffffffULL:return 1;
    case 0x100000000ULL ... 0xffffffffffffffffULL:return 2;
  }
  return 3;
}
int g(signed char c) {
  switch(c) {
    case -128 ... -1:return 1;
    case 0 ... 127:return 2;
  }
  return 0;
}
int main() {
  P(f(5));
  P(f(1ULL<<40));
  P(f(-1));
  P(g(-5));
  P(g(5));
  return 0;
}
