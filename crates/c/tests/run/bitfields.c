/* Bit-fields of all widths and signs. */
#include <stdio.h>
struct bits { unsigned a : 3; int b : 5; unsigned c : 11; unsigned long long d : 40; _Bool e : 1; int : 0; signed char f : 4; };
struct bits global = { 5, -3, 1000, 0x123456789aull, 1, -8 };
union view { struct { unsigned low : 4, high : 4; } part; unsigned char byte; };
int main(void) {
    struct bits s = { 7, 15, 2047, ~0ull, 3, 7 };
    printf("%u %d %u %llx %d %d\n", s.a, s.b, s.c, (unsigned long long)s.d, s.e, s.f);
    s.a++; s.b += 1; s.c -= 2048; s.d <<= 4; s.e = 0; s.f = 8;
    printf("%u %d %u %llx %d %d\n", s.a, s.b, s.c, (unsigned long long)s.d, s.e, s.f);
    printf("%u %d %u %llx %d %d\n", global.a, global.b, global.c, (unsigned long long)global.d, global.e, global.f);
    printf("%d %d\n", (s.a = 13), s.b--);
    union view v; v.byte = 0xa5; printf("%u %u\n", v.part.low, v.part.high);
    v.part.low = 0xf; printf("%x\n", v.byte);
    printf("%d\n", (int)sizeof(struct bits));
    printf("%d\n", s.a - 6 < 0);
    return 0;
}
