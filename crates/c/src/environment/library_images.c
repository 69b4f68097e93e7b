
/* ----- The bits of floats ----- */

union __lemmatic_bitsf { float value; unsigned bits; };
union __lemmatic_bits { double value; unsigned long long bits; };
union __lemmatic_bitsl {
    long double value;
    struct { unsigned long long digits; unsigned short exponent; } bits;
};

static float __lemmatic_two_tof(int n) {
    union __lemmatic_bitsf two;
    two.bits = (unsigned)(n + 127) << 23;
    return two.value;
}
static double __lemmatic_two_to(int n) {
    union __lemmatic_bits two;
    two.bits = (unsigned long long)(n + 1023) << 52;
    return two.value;
}
static long double __lemmatic_two_tol(int n) {
    union __lemmatic_bitsl two;
    two.bits.digits = 1ull << 63;
    two.bits.exponent = n + 16383;
    return two.value;
}

static int __lemmatic_exponentf(float x) {
    union __lemmatic_bitsf image;
    image.value = x;
    return (int)(image.bits >> 23 & 255) - 127;
}
static int __lemmatic_exponent(double x) {
    union __lemmatic_bits image;
    image.value = x;
    return (int)(image.bits >> 52 & 2047) - 1023;
}
static int __lemmatic_exponentl(long double x) {
    union __lemmatic_bitsl image;
    image.value = x;
    return (image.bits.exponent & 32767) - 16383;
}

float __lemmatic_nextafterf(float x, float y) {
    if (x != x || y != y) return __builtin_nanf("");
    if (x == y) return y;
    union __lemmatic_bitsf image;
    image.value = x;
    if (x == 0) image.bits = y < 0 ? 0x80000001 : 1;
    else if ((x < y) == (x > 0)) image.bits++;
    else image.bits--;
    return image.value;
}
double __lemmatic_nextafter(double x, double y) {
    if (x != x || y != y) return __builtin_nan("");
    if (x == y) return y;
    union __lemmatic_bits image;
    image.value = x;
    if (x == 0) image.bits = y < 0 ? (1ull << 63) + 1 : 1;
    else if ((x < y) == (x > 0)) image.bits++;
    else image.bits--;
    return image.value;
}

/* The rounding mode of floats is always to nearest. */
int __lemmatic_fesetround(int mode) {
    if (mode) __lemmatic_unsupported("rounding other than to nearest");
    return 0;
}
