/* Text that is made by formats. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char buffer[200];
#define T(...)                                                        \
  do {                                                                \
    int n = sprintf(buffer, __VA_ARGS__);                             \
    printf("%s|%d %d\n", buffer, n, n == (int)strlen(buffer));        \
  } while (0)

static int make(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list);
  va_end(list);
  return n;
}

int main(void) {
  T("plain 100%%");
  T("%s", "");
  T("[%s] [%5s] [%-5s] [%.2s] [%*s] [%-*.*s]", "abc", "abc", "abc", "abc", 6, "abc", 5, 1, "abc");
  T("%c%3c%-3c|", 'a', 'b', 'c');
  T("%d %i %d %d", 0, -1, INT_MAX, INT_MIN);
  T("%5d|%-5d|%05d|%+d|% d|%+05d|%.3d|%6.3d|%-6.3d|", 42, 42, -42, 42, 42, 42, 7, -7, 7);
  T("%.0d|%.d|%5.0d|", 0, 0, 0);
  T("%u %x %X %o %#x %#X %#o", 3000000000u, 0xbeefu, 0xbeefu, 8, 255, 255, 8);
  T("%#x %#o %.3x %#.3o %08x %#08x", 0, 0, 10, 8, 0xabc, 0xabc);
  T("%ld %lu %lld %llu", -5L, 5UL, LLONG_MIN, ULLONG_MAX);
  T("%hd %hu %hhd %hhu", 70000, -1, 300, 300);
  T("%zu %td %jd", sizeof buffer, (ptrdiff_t)-3, (long long)9);
  T("%*d|%-*d|%*d|%.*d", 4, 1, 4, 2, -4, 3, 2, 5);
  printf("%d ", make(buffer, "%s=%d;", "x", 12));
  puts(buffer);
  return 0;
}
