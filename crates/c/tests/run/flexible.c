/* Flexible array members of variables: they make them larger, zeros included. */
#include <stdio.h>

struct numbers { int n; int a[]; };
struct text { char n; char s[]; };
struct pairs { int n; struct { int x, y; } p[]; };

struct numbers plain = {3, {1, 2, 3}};
struct numbers zeros = {3, {1, 0, 0}};
static struct numbers designated = {.n = 4, .a = {7, [3] = 0}};
struct numbers flat = {2, 5, 0};
struct text text = {3, "abc"};
struct pairs pairs = {1, {{1}}};

int main(void) {
  int sum = 0;
  for (int i = 0; i < plain.n; i++) sum = 10 * sum + plain.a[i];
  for (int i = 0; i < zeros.n; i++) sum = 10 * sum + zeros.a[i];
  printf("%d\n", sum);
  for (int i = 0; i < designated.n; i++) printf("%d ", designated.a[i]);
  for (int i = 0; i < flat.n; i++) printf("%d ", flat.a[i]);
  printf("%s %d %d\n", text.s, pairs.p[0].x, pairs.p[0].y);
  printf("%zu %zu %zu\n", sizeof plain, sizeof text, sizeof pairs);
  return 0;
}
