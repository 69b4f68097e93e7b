/* Characters beyond ASCII in identifiers: UTF-8 and universal character names are one spelling. */
#include <stdio.h>

#define 定数 42
#define SHOW(x) printf(#x " = %d\n", x)

int größe = 1;
struct Größe { int höhe; struct { int \u00e4; }; };
enum { ÄPFEL = 3 };

static int \u00fcber(int naïve) { return naïve + gr\u00f6\u00dfe; }
static int über_alles(void) { return printf("%s\n", __func__); }

int main(void) {
  struct Größe g = {.h\u00f6he = 5, .ä = 6};
  int 変数 = 定数, \U0001F600x = 7, a$é = 8;
  SHOW(größe);
  printf("%d %d %d %d\n", g.höhe, g.\u00E4, über(4), 変数);
  gr\U000000f6\u00dfe++;
  printf("%d %d %d %d é %s\n", größe, ÄPFEL, 😀x, a$é, "\u00fcü");
  goto fertig_ö;
  größe = 0;
fertig_\u00f6:
  SHOW(größe);
  return über_alles() == 0;
}
