/* Text by formats into buffers that may be too small. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char buffer[16];

static void show(int n) {
  printf("%d [%s] %d\n", n, buffer, buffer[15]);
  memset(buffer, 1, sizeof buffer);
}

static int format(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, size, format, list);
  va_end(list);
  return n;
}

int main(void) {
  int count = 0;
  char *text = 0;
  for (int size = 1; size < 16; size += 3) {
    show(snprintf(buffer, size, "%s=%5d;", "key", 12));
    show(snprintf(buffer, size, "%.*s|%-*d|%#o|%#05o", 2, "abcdef", 4, 7, 8, 8));
    show(format(buffer, size, "%lu%c%x", 12345678ul, '/', 255));
  }
  printf("%d\n", snprintf(0, 0, "%d%s", -123, "xyz"));
  show(snprintf(buffer, sizeof buffer, "%s%n%s", "abc", &count, "de"));
  printf("%d\n", count);
  show(snprintf(buffer, sizeof buffer, "%*d|%+d|% d", -4, 3, 4, 5));
  const char *late = "%d-%s";
  show(snprintf(buffer, sizeof buffer, late, 5, "five"));
  printf("%d ", asprintf(&text, "%03d:%s", 7, "seven"));
  puts(text);
  free(text);
  return 0;
}
