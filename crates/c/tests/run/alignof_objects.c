/* Alignof objects. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{char c;long long l;};
struct t{char c;_Alignas(16)int i;};
_Alignas(32)char buf[3];
_Alignas(double)char cb;
int main() {
  P(_Alignof(struct s));
  P(_Alignof(struct t));
  P(sizeof(struct t));
  P(_Alignof(int[3]));
  P(_Alignof(char*));
  P(_Alignof(short));
  P(__alignof__(buf));
  P(__alignof__(cb));
  P(__alignof__(struct s));
  struct s v;
  P(__alignof__(v.l));
  P(__alignof__(v.c));
  P(__alignof__(long long));
  P(__alignof__(double[2]));
  P(((unsigned long)buf)%32);
  _Alignas(64)int loc;
  P(((unsigned long)&loc)%64);
  P(_Alignof(long double));
  P(_Alignof(_Bool));
  P(_Alignof(float));
  P(_Alignof(void*));
  return 0;
}
