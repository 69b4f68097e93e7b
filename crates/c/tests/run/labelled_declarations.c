/* Labelled declarations. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  goto l;
  l:;
  int x=3;
  P(x);
  switch(x) {
    case 3:;
    int y=4;
    P(y);
    default:;
  }
  return 0;
}
