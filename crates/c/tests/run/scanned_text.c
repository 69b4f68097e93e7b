/* Strings that are read by formats. */
#include <stdio.h>
#include <string.h>

int main(void) {
  int a = -1, b = -2, n = -3, result;
  unsigned u = 1;
  long l = 1;
  short h = 1;
  unsigned char c8 = 1;
  char word[8] = "", set[8] = "", c = 0, two[3] = "";
  float f = 0;
  double d = 0;
  result = sscanf("12 -34", "%d%d", &a, &b);
  printf("%d %d\n", result, a + b);
  result = sscanf("x", "%d", &a);
  printf("%d %d\n", result, a);
  result = sscanf("", "%d", &a);
  printf("%d %d\n", result, a);
  result = sscanf("  ", "%d", &a);
  printf("%d %d\n", result, a);
  result = sscanf("5,x", "%d,%d", &a, &b);
  printf("%d %d %d\n", result, a, b);
  result = sscanf("12345", "%2d%3d", &a, &b);
  printf("%d %d %d\n", result, a, b);
  result = sscanf("0x1f 017", "%i%i", &a, &b);
  printf("%d %d %d\n", result, a, b);
  result = sscanf("ff 7", "%x%lo", &u, &l);
  printf("%d %u %ld\n", result, u, l);
  result = sscanf("77 200", "%hd %hhu", &h, &c8);
  printf("%d %d %d\n", result, h, c8);
  result = sscanf("  hello world", "%4s%c", word, &c);
  printf("%d %s %c\n", result, word, c);
  result = sscanf("abc123", "%[a-c]%[^4]", word, set);
  printf("%d %s|%s\n", result, word, set);
  result = sscanf("]-a", "%[]-]", set);
  printf("%d %s\n", result, set);
  result = sscanf("xyz 9", "%2c%*c%d", two, &a);
  printf("%d %s %d\n", result, two, a);
  result = sscanf("1 2 3", "%*d%d%n%*d", &a, &n);
  printf("%d %d %d\n", result, a, n);
  result = sscanf("50%", "%d%%%n", &a, &n);
  printf("%d %d\n", result, n);
  result = sscanf("key = 8", "key = %d", &a);
  printf("%d %d\n", result, a);
  result = sscanf("1.5 -2.25e1", "%f %lf", &f, &d);
  printf("%d %g %g\n", result, f, d);
  return 0;
}
