/* Exponents of floats, and special values of functions that are not exact. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void show(double x) {
  if (x != x) puts("nan");
  else printf("%.17g\n", x);
}

int main(void) {
  double xs[] = {0.0, -0.0, 1, -1, 0.75, 1e300, -1e-300, 5e-324, 2.2250738585072014e-308, 1e-310, INFINITY, -INFINITY};
  int ns[] = {0, 1, -1, 52, -52, 1000, -1000, 1074, -1074, 2000, -2000, 2200, -2200, 100000, -100000};
  for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
    double x = xs[i];
    int e = 0;
    for (unsigned j = 0; j < sizeof ns / sizeof *ns; j++) {
      printf("%.17g %.9g %.20Lg\n", ldexp(x, ns[j]), scalbnf((float)x, ns[j]), scalblnl(x, ns[j]));
    }
    double m = frexp(x, &e);
    if (!isinf(x)) printf("%.17g %d\n", m, e);
    float mf = frexpf((float)x, &e);
    if (!isinf((float)x)) printf("%.9g %d\n", mf, e);
    long double ml = frexpl(x, &e);
    if (!isinf(x)) printf("%.20Lg %d\n", ml, e);
    printf("%g %d %g %d\n", logb(x), ilogb(x), (double)logbf((float)x), ilogbl(x));
    printf("%.17g %.17g %.9g\n", nextafter(x, 1), nextafter(x, -1), nextafterf((float)x, 0.5f));
  }
  show(exp(0)), show(exp(-INFINITY)), show(exp(INFINITY)), show(exp2(0)), show(expm1(-INFINITY));
  show(log(1)), show(log(0)), show(log(-1)), show(log10(INFINITY)), show(log2(1)), show(log1p(-1));
  show(sin(0)), show(sin(-0.0)), show(cos(0)), show(tan(0)), show(cos(INFINITY)), show(sinf(0));
  show(asin(2)), show(acos(1)), show(atan(0)), show(atan2(0, 1)), show(atan2(-0.0, 1)), show(asin(-0.0));
  show(sinh(-INFINITY)), show(cosh(0)), show(cosh(-INFINITY)), show(tanh(INFINITY)), show(tanh(-INFINITY));
  show(acosh(1)), show(acosh(0)), show(atanh(1)), show(atanh(-1)), show(asinh(0)), show(cbrt(-0.0));
  show(hypot(INFINITY, NAN)), show(hypot(-3, 0)), show(erf(INFINITY)), show(erfc(-INFINITY)), show(erfc(0));
  double ps[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, INFINITY, -INFINITY, NAN};
  for (unsigned i = 0; i < 13; i++)
    for (unsigned j = 0; j < 13; j++) {
      double x = ps[i], y = ps[j], s = fabs(x);
      if (s == 0 || s == 1 || isinf(x) || isnan(x) || y == 0 || isinf(y) || isnan(y) || (x < 0 && s < 1 && fabs(y) == 0.5))
        show(pow(x, y)), show(powf(x, y)), show(powl(x, y));
    }
  return 0;
}
