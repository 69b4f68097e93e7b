/* Rounding and special values of complex products and quotients, on machines with 64 bits. */
#include <complex.h>
#include <stdio.h>

static double doubles[] = {
    0.0, -0.0, 0.1, -3.7, 1e-310, 3e300, -0x1p-1000, 0x1.23456789abcdep-40, __builtin_inf(), __builtin_nan("")};
static float floats[] = {0.0f, -0.0f, 0.1f, -7.3f, 1e-42f, 3e38f, __builtin_inff(), __builtin_nanf("")};
static long double longs[] = {0.1L, -0.0L, 0x1p-16000L, 0x1.8p16300L, -__builtin_infl(), 3};

/* The sign of NaN is not specified. */
static void show(long double x, long double y) {
    if (x != x) printf("nan"); else printf("%La", x);
    if (y != y) printf(" nan\n"); else printf(" %La\n", y);
}

int main(void) {
    for (int i = 0; i < 10; i++)
        for (int j = i % 3; j < 10; j += 2) {
            double complex a = CMPLX(doubles[i], doubles[j]), b = CMPLX(doubles[(i + 3 * j) % 10], doubles[(j + 4) % 10]);
            double complex p = a * b, q = a / b, r = doubles[j] / b, s = a / doubles[i];
            show(creal(p), cimag(p));
            show(creal(q), cimag(q));
            show(creal(r), cimag(r));
            show(creal(s), cimag(s));
        }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float complex a = CMPLXF(floats[i], floats[j]), b = CMPLXF(floats[(i + 2 * j) % 8], floats[(j + 3) % 8]);
            float complex p = a * b, q = a / b;
            show(crealf(p), cimagf(p));
            show(crealf(q), cimagf(q));
        }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            long double complex a = CMPLXL(longs[i], longs[j]), b = CMPLXL(longs[(i + j) % 6], longs[(j + 2) % 6]);
            long double complex p = a * b, q = a / b;
            show(creall(p), cimagl(p));
            show(creall(q), cimagl(q));
        }
    return 0;
}
