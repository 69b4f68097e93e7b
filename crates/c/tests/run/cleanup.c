/* Variables that are cleaned up wherever control leaves their scope. */
#include <stdio.h>

static void done(int *p) { printf("[%d]", *p); }
static int gone(void *p) { return printf("<%d>", *(int *)p); }

#define AUTO __attribute__((cleanup(done)))

struct pair { int a, b; };

static int returns(int n) {
  int first AUTO = n;
  if (n > 2) return first++;
  {
    AUTO int second = 10 * n, third = second + 1;
    first = second;
  }
  int last __attribute__((__cleanup__(gone))) = 7;
  return first + last;
}

static struct pair record(int n) {
  struct pair result = {n, n};
  AUTO int guard = ++result.a;
  guard += 100;
  return result;
}

static void nothing(int n) {
  AUTO int guard = n;
  if (n) return;
  guard = 5;
}

int main(void) {
  printf(" %d\n", returns(1));
  printf(" %d\n", returns(3));
  printf(" %d\n", record(1).a);
  nothing(0);
  nothing(1);
  AUTO int outer = 1000;
  for (int i = 0; i < 5; i++) {
    AUTO int inner = i;
    if (i == 1) continue;
    switch (i) {
    case 2: {
      AUTO int deep = 20;
      break;
    }
    case 3: {
      AUTO int deep = 30;
      continue;
    }
    default: inner += 100;
    }
    while (1) {
      AUTO int loop = 40 + i;
      if (i < 4) break;
      printf("\n");
      return 0;
    }
  }
  return 1;
}
