/* 64 bits only: __int128. */
#include <stdio.h>
int main(void) {
    __int128 x = (__int128)0x7fffffffffffffffLL * 1000; unsigned __int128 u = (unsigned __int128)1 << 100;
    printf("%llx %llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
    u /= 12345; u += 7; u %= 1000000007; printf("%llu\n", (unsigned long long)u);
    printf("%d %d\n", x > 0, (int)(x / -3 < 0));
    x = -x; printf("%llx\n", (unsigned long long)(x >> 64));
    printf("%d\n", (int)sizeof x);
    return 0;
}
