/* Functions on floating-point numbers. */
#include <math.h>
#include <stdio.h>
int main(void) {
    double v[] = { 2.5, -2.5, 0.4, -0.6, 1e300, -7.0, 3.5 };
    for (int i = 0; i < 7; i++) {
        double x = v[i];
        printf("%g %g %g %g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x), nearbyint(x));
        printf("%g %g %g\n", fmod(x, 1.25), remainder(x, 1.25), copysign(1.0, x));
    }
    printf("%.17g %.9g\n", sqrt(2.0), sqrtf(3.0f));
    printf("%ld %ld %lld %ld\n", lround(2.5), lrint(2.5), llround(-3.5), lrint(-0.5));
    printf("%g %g %g %g\n", fmin(1, 2), fmax(1, 2), fmin(NAN, 3), fdim(5, 3));
    double inf = INFINITY, nan = NAN;
    printf("%d %d %d %d %d\n", !!isnan(nan), !!isinf(-inf), !!isfinite(1.0), !!isnormal(1e-310), !!signbit(-0.0));
    printf("%d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL);
    printf("%d %d %d\n", isgreater(2.0, 1.0), isless(nan, 1.0), isunordered(nan, 1.0));
    printf("%.17g\n", fma(1e16, 1e16, -1e32));
    double parts[] = { 2.75, -2.75, -0.0, 0.0, -3, inf, -inf, nan, 1e300, -1e-320 };
    for (int i = 0; i < 10; i++) {
        double whole, fraction = modf(parts[i], &whole);
        float whole_f, fraction_f = modff(parts[i], &whole_f);
        long double whole_l, fraction_l = modfl(parts[i], &whole_l);
        printf("%g %g %g %g %Lg %Lg\n", whole, fraction, whole_f, fraction_f, whole_l, fraction_l);
    }
    printf("%g %g\n", inf, -inf);
    return 0;
}
