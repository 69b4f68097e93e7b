/* Builtins of the compiler. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctz(40), __builtin_popcount(255), __builtin_parity(7));
    printf("%d %d %d %d\n", __builtin_clzll(1), __builtin_ctzll(1ull << 40), __builtin_popcountll(~0ull), __builtin_ffs(0));
    printf("%x %llx\n", __builtin_bswap32(0x01020304), (unsigned long long)__builtin_bswap64(1));
    int r; _Bool o = __builtin_add_overflow(2000000000, 2000000000, &r); printf("%d %d\n", o, r);
    unsigned char u; printf("%d ", __builtin_sub_overflow(3, 5, &u)); printf("%d\n", u);
    long long l; printf("%d ", __builtin_mul_overflow(1LL << 40, 1 << 10, &l)); printf("%lld\n", l);
    printf("%ld %d\n", __builtin_expect(5, 1), __builtin_constant_p(3));
    printf("%d %ld %lld\n", abs(-4), labs(-5L), llabs(-6LL));
    printf("%d\n", __builtin_types_compatible_p(int, long));
    int x = 5; __sync_fetch_and_add(&x, 3); printf("%d ", x);
    printf("%d ", __sync_bool_compare_and_swap(&x, 8, 1)); printf("%d\n", x);
    printf("%d\n", (int)__builtin_offsetof(struct { char c; int i; }, i));
    printf("%d %d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(5), __builtin_clrsb(-2147483647 - 1));
    printf("%d %d\n", __builtin_clrsbl(-5L), __builtin_clrsbll(1LL << 40));
    printf("%d %d %d\n", __builtin_add_overflow_p(100, 27, (char)0), __builtin_add_overflow_p(100, 28, (char)0), __builtin_mul_overflow_p(-1, 1, 0u));
    char text[8]; char *p = __builtin___strcpy_chk(text, "abc", sizeof text); printf("%s\n", p);
    p = __builtin___strcat_chk(text, "de", sizeof text); printf("%s\n", p);
    int *q = __builtin___memset_chk(text, 0, sizeof text, sizeof text); printf("%d\n", q[1]);
    return 0;
}
