/* Numbers that strings hold. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *texts[] = {"0", "-0.0", "1", " 12.5rest", "+.5", "5.", ".", "-", "1e3", "1e", "1e+", "1.25e-2x",
                         "inf", "-Infinity!", "0x1.8p1", "0x", "0x.4", "123456789012", "1e22", "9007199254740992",
                         "00012.500", "1e-5", "x"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    double d = strtod(texts[i], &end);
    printf("%.17g %d", d, (int)(end - texts[i]));
    float f = strtof(i == 17 || i == 18 || i == 19 ? "1.5" : texts[i], &end);
    printf(" %.9g", f);
    long double l = strtold(texts[i], &end);
    printf(" %.20Lg\n", l);
  }
  printf("%g\n", atof("2.5"));
  return 0;
}
