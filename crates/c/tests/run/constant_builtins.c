/* Builtins in constant expressions. */
#include <stdio.h>

_Static_assert(__builtin_ctz(8) == 3 && __builtin_ctzll(1ull << 40) == 40, "");
_Static_assert(__builtin_clz(1) == 31 && __builtin_clzll(1) == 63, "");
_Static_assert(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_ffsll(1ll << 35) == 36, "");
_Static_assert(__builtin_popcount(255) == 8 && __builtin_parity(7) == 1, "");
_Static_assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(-4) == 29, "");
_Static_assert(__builtin_bswap16(0x0102) == 0x0201 && __builtin_bswap32(1) == 0x01000000, "");
_Static_assert(__builtin_bswap64(1) == 1ull << 56, "");

enum { bits = __builtin_popcountll(~0ull) };
static int lengths[__builtin_ctz(16)], special = __builtin_isinf(1.0) + 2 * __builtin_isnan(1.0);
static int finite = __builtin_isfinite(1.0f);

int main(void) {
  switch (3) {
  case __builtin_ctz(8):
    printf("%d %d %d %d\n", bits, (int)(sizeof lengths / sizeof *lengths), special, finite);
  }
  return 0;
}
