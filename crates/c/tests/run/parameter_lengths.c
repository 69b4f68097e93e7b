/* The lengths of parameters are evaluated when their function is entered. */
#include <stdio.h>

static int calls;

static int count(int n) {
  calls++;
  return n;
}

static void first(int a, int b[a++], int c, int d[c++]) { printf("%d %d\n", a, c); }

static void called(int n, int a[count(n)], int b[][count(n + 1)]) {
  printf("%d %d %d\n", calls, (int)sizeof b[0], a == b[0]);
}

static void old(n, a) int n; int a[2][3]; { printf("%d %d\n", n, (int)sizeof a[0]); }

static void plain(int n, int a[n], int b[static 2], int c[const n + 1]) { printf("%d\n", a[0] + b[1] + c[n]); }

int main(void) {
  int values[10] = {1, 2, 3, 4};
  first(1, values, 5, values);
  called(3, values, (void *)values);
  old(7, (void *)values);
  plain(2, values, values, values);
  printf("%d\n", calls);
  return 0;
}
