/* Overflow builtins. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  unsigned long r;
  P(__builtin_uaddl_overflow(1,2,&r));
  P(r);
  int i;
  P(__builtin_ssub_overflow(-2147483647-1,1,&i));
  P(i);
  unsigned char c;
  P(__builtin_mul_overflow(16,16,&c));
  P(c);
  signed char s;
  P(__builtin_add_overflow(100,27,&s));
  P(s);
  long long l;
  P(__builtin_add_overflow(1LL<<62,1LL<<62,&l));
  P(l);
  unsigned u;
  P(__builtin_sub_overflow(1,2,&u));
  P(u);
  P(__builtin_mul_overflow_p(65536,65536,0));
  return 0;
}
