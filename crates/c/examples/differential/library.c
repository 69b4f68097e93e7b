/* Calls library functions with random arguments, and prints what they return and write. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef SEED
#define SEED 0
#endif
#ifndef ROUNDS
#define ROUNDS 200
#endif

static unsigned long long state = SEED * 2654435761ull + 12345;

static unsigned chance(unsigned below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % below;
}

/* A string of at most `most` characters of a set. */
static char *text(char *to, int most, const char *set) {
  int n = (int)chance(most + 1), of = (int)strlen(set);
  for (int i = 0; i < n; i++) to[i] = set[chance(of)];
  to[n] = 0;
  return to;
}

static int sign(int x) { return (x > 0) - (x < 0); }
static int place(const void *found, const void *start) {
  return found ? (int)((const char *)found - (const char *)start) : -1;
}

static void search(void) {
  char a[16], b[16], set[8];
  text(a, 12, "abAB ");
  text(b, 3, "abAB ");
  text(set, 3, "abAB ");
  int c = "abAB z"[chance(6)];
  size_t n = chance(8);
  size_t least = strlen(a) < n ? strlen(a) : n;
  printf("search %d %d %d %d %d %d ", (int)strlen(a), (int)strnlen(a, n), sign(strcmp(a, b)), sign(strncmp(a, b, n)),
         sign(strcasecmp(a, b)), sign(strncasecmp(a, b, n)));
  printf("%d %d %d %d %d %d ", place(strchr(a, c), a), place(strrchr(a, c), a), place(strchrnul(a, c), a),
         place(strstr(a, b), a), place(strpbrk(a, set), a), place(memchr(a, c, least), a));
  printf("%d %d %d %d %d\n", (int)strspn(a, set), (int)strcspn(a, set), place(memrchr(a, c, least), a),
         sign(memcmp(a, b, least < strlen(b) ? least : strlen(b))), place(memmem(a, strlen(a), b, strlen(b)), a));
}

static void copy(void) {
  char a[16], to[40], more[40], *rest, *part;
  size_t n = chance(14);
  text(a, 12, "abc,; ");
  memset(to, '.', sizeof to), to[39] = 0;
  printf("copy %d %s ", (int)(strcpy(to, a) - to), to);
  printf("%d ", (int)(stpcpy(to, a) - to));
  memset(to, '.', 39);
  strncpy(to, a, n);
  for (int i = 0; i < 16; i++) printf("%02x", to[i] & 255);
  printf(" %d ", (int)(stpncpy(to, a, n) - to));
  text(to, 5, "xy");
  printf("%s ", strcat(to, a));
  printf("%s ", strncat(to, a, n));
  memset(more, '-', 39), more[39] = 0;
  printf("%d %s ", place(memccpy(more, a, ',', strlen(a)), more), more);
  unsigned to_place = chance(4), from_place = chance(4);
  memmove(more + to_place, more + from_place, n);
  memset(more + n, 'm', chance(5));
  printf("%s ", (char *)(memcpy(more, to, n), more));
  for (part = strtok_r(strcpy(to, a), ",;", &rest); part; part = strtok_r(0, ",;", &rest)) printf("<%s>", part);
  for (part = strtok(strcpy(to, a), " ,"); part; part = strtok(0, " ,")) printf("(%s)", part);
  for (rest = strcpy(to, a); (part = strsep(&rest, ";"));) printf("{%s}", part);
  part = strdup(a), rest = strndup(a, n);
  printf("%s %s\n", part, rest);
  free(part), free(rest);
}

static void number(void) {
  char a[32], *end;
  const char *digits = chance(2) ? "0123456789" : "+- 01x7fF9zZ";
  text(a, 12, digits);
  int base = (int[]){0, 2, 8, 10, 16, 36, 1, 10, 10, 10}[chance(10)];
  errno = 0;
  printf("number [%s] %d ", a, base);
  long l = strtol(a, &end, base);
  printf("%ld %d %d ", l, base == 1 ? 0 : place(end, a), errno);
  errno = 0;
  unsigned long u = strtoul(a, &end, base);
  printf("%lu %d ", u, errno);
  errno = 0;
  long long ll = strtoll(a, 0, base);
  printf("%lld %d ", ll, errno);
  errno = 0;
  unsigned long long ull = strtoull(a, 0, base);
  printf("%llu %d ", ull, errno);
  a[8] = 0;
  printf("%d %ld %lld\n", atoi(a), atol(a), atoll(a));
}

static void floating(void) {
  char a[32], *end;
  unsigned before = chance(1000), after = chance(100), exponent = chance(8), width = 1 + chance(3);
  const char *minus = chance(2) ? "-" : "";
  snprintf(a, sizeof a, "%s%u.%0*ue%d", minus, before, (int)width, after, (int)exponent - 4);
  if (!chance(4)) text(a, 6, "0.1x+-5");
  printf("floating [%s] ", a);
  printf("%.17g ", strtod(a, &end));
  printf("%d %.9g ", place(end, a), strtof(a, 0));
  printf("%.20Lg %.17g\n", strtold(a, 0), atof(a));
}

static void format(void) {
  char form[32] = "%", to[64];
  text(form + 1, 3, "-0+# ");
  if (chance(2)) sprintf(form + strlen(form), "%u", chance(12));
  if (chance(2)) sprintf(form + strlen(form), ".%u", chance(8));
  int kind = (int)chance(7);
  unsigned n = chance(3) ? chance(1000) : chance(0x7fffffff) * 2u;
  size_t size = chance(24);
  memset(to, '.', 63), to[63] = 0;
  int length = 0;
  if (kind == 0) length = snprintf(to, size, strcat(form, "d]"), (int)(n - 500));
  if (kind == 1) length = snprintf(to, size, strcat(form, "u]"), n);
  if (kind == 2) length = snprintf(to, size, strcat(form, "x]"), n);
  if (kind == 3) length = snprintf(to, size, strcat(form, "llX]"), n * 0x100000001ull);
  if (kind == 4) length = snprintf(to, size, strcat(form, "o]"), n);
  if (kind == 5) length = snprintf(to, size, strcat(form, "s]"), "some text");
  if (kind == 6) length = snprintf(to, size, strcat(form, "c]"), 'a' + (int)(n % 20));
  printf("format %s %u %d [%s]", form, n, length, to);
  length = snprintf(to, size, "%d:%5u|%-6x|%s;%c%%%ld", (int)n, n, n, "word", 'q', -(long)(n / 2));
  printf(" %d [%s]", length, size ? to : "");
  sprintf(to, "%+.4d %#o %#x %08.3d %-4s|%.2s", (int)n % 100, n, n, (int)(n % 1000), "ab", "xyz");
  printf(" [%s]\n", to);
}

static void scan(void) {
  char a[32], word[32] = "", set[32] = "", c = '?';
  int x = -7, y = -7, n = -7;
  unsigned u = 7;
  const char *digits = chance(2) ? "0123456789 ,-" : "12 ,ab-";
  text(a, 10, digits);
  printf("scan [%s] ", a);
  printf("%d ", sscanf(a, "%6d,%3d%n", &x, &y, &n));
  printf("%d %d %d ", x, y, n);
  printf("%d ", sscanf(a, " %5s %[0-9,]%c", word, set, &c));
  printf("%s %s %c ", word, set, c);
  printf("%d ", sscanf(a, "%4x%*2c%[^a]", &u, set));
  printf("%u %s\n", u, set);
}

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void sort(void) {
  int a[12], n = (int)chance(12), key = (int)chance(20);
  for (int i = 0; i < n; i++) a[i] = (int)chance(20);
  qsort(a, n, sizeof *a, ascending);
  printf("sort");
  for (int i = 0; i < n; i++) printf(" %d", a[i]);
  int *found = bsearch(&key, a, n, sizeof *a, ascending);
  printf(" %d %d\n", key, found ? *found : -1);
}

static double some_double(void) {
  static const double special[] = {0.0, -0.0, 1, -1, 0.5, 3, 1e300, 1e-300, 5e-324, INFINITY, -INFINITY};
  if (!chance(3)) return special[chance(11)];
  double x = chance(0x7fffffff);
  x /= 1 + chance(1000);
  return chance(2) ? x : -x * 1e-9;
}

static void show(double x) {
  if (x != x) printf("nan ");
  else printf("%.17g ", x);
}

static void real(void) {
  double x = some_double(), whole;
  double y = some_double();
  int e = 0, n = (int)chance(2300) - 1150;
  printf("real ");
  show(x), show(y), show(ldexp(x, n)), show(scalbn(y, n)), show(logb(x)), show(nextafter(x, y)), show(fmod(x, y));
  show(modf(x, &whole)), show(whole), show(remainder(x, y)), show(fdim(x, y)), show(copysign(x, y));
  show(nextafterf((float)x, (float)y)), show(scalbnf((float)x, n)), show((double)scalbnl(x, n)), show(fmin(x, y) + 0.0);
  if (!isinf(x)) show(frexp(x, &e)), printf("%d ", e);
  printf("%d\n", ilogb(x));
}

static void character(void) {
  int c = (int)chance(257) - 1;
  printf("character %d %d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c),
         !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c),
         !!isxdigit(c), tolower(c), toupper(c));
}

static void integer(void) {
  int x = (int)chance(0x7fffffff), y = (int)chance(100) - 50;
  x >>= chance(31);
  if (chance(2)) x = -x;
  if (!y) y = 7;
  div_t d = div(x, y);
  ldiv_t l = ldiv(x, y);
  printf("integer %d %ld %d %d %ld %ld %d %d\n", abs(x), labs(x), d.quot, d.rem, l.quot, l.rem, ffs(x),
         ffsll((long long)x * 65536));
}

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    search();
    copy();
    number();
    floating();
    format();
    scan();
    sort();
    real();
    character();
    integer();
  }
  return 0;
}
