/* Truth values. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
_Bool g=5;
struct b {_Bool x:1; _Bool y;};
int main() {
  _Bool b=2;
  P(b);
  b=0.1;
  P(b);
  b=-0.0;
  P(b);
  b=(void*)&b;
  P(b);
  int *n=0;
  b=n;
  P(b);
  b=256;
  P(b);
  b++;
  P(b);
  b--;
  P(b);
  b=0;
  b--;
  P(b);
  P(g);
  b=1;
  b+=5;
  P(b);
  b^=1;
  P(b);
  P(~b);
  P(-(_Bool)1);
  P((_Bool)3+(_Bool)3);
  P(sizeof(_Bool));
  struct b s={2,4};
  P(s.x);
  P(s.y);
  s.x=4;
  P(s.x);
  P((_Bool)"x");
  P((_Bool)main);
  unsigned char raw;
  *(_Bool*)&raw=7;
  P(raw);
  _Bool arr[3]={1,2,0};
  P(arr[0]+arr[1]+arr[2]);
  P((_Bool)0x100000000LL);
  b=1;
  P(b<<3);
  b&=2;
  P(b);
  b|=2;
  P(b);
  return 0;
}
