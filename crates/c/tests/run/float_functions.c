/* Float functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <math.h>
#include <float.h>
int main() {
  P(fabs(-1.5)==1.5);
  P(floor(2.7));
  P(ceil(2.1));
  P(sqrt(16.0));
  P(fmod(7.5,2)*10);
  P(isnan(NAN)!=0);
  P(isinf(INFINITY)!=0);
  P(DBL_MAX>1e308);
  P(FLT_EPSILON<1e-6);
  P(trunc(-2.7));
  P(round(2.5));
  P(fmin(1,2));
  P(signbit(-0.0)!=0);
  P(isfinite(1.0)!=0);
  P(copysign(3,-1));
  P(fpclassify(0.0)==FP_ZERO);
  P(HUGE_VAL>0);
  P(DBL_DIG);
  P(FLT_RADIX);
  P(LDBL_MANT_DIG);
  P(rint(2.5));
  P(lround(2.5));
  return 0;
}
