/* Bit builtins. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  P(__builtin_clrsb(-1));
  P(__builtin_clzl(1ul)==(int)sizeof(long)*8-1);
  P(__builtin_ctzll(1ull<<40));
  P(__builtin_parityll(3));
  P(__builtin_popcountl(255ul));
  P(__builtin_ffsl(0));
  P(__builtin_bswap64(0x0102030405060708ull));
  P(__builtin_sqrt(9.0));
  P(__builtin_floor(1.5));
  P(__builtin_fabsf(-1.5f)*2);
  P(__builtin_isinf_sign(-__builtin_inf()));
  P(__builtin_nan("")!=0);
  P(__builtin_fpclassify(1,2,3,4,5,1.0));
  P(__builtin_huge_valf()>1e38f);
  P(__builtin_signbitf(-1.0f)!=0);
  P(__builtin_islessgreater(1.0,2.0));
  P(__builtin_trunc(2.7));
  return 0;
}
