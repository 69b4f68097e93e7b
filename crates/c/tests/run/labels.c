/* Labels as values, and labels of blocks. */
#include <stdio.h>

/* Each use has a label of its own. */
#define INDEX(a, n, x)                                                                             \
  ({                                                                                               \
    __label__ found;                                                                               \
    int index = -1;                                                                                \
    for (int i = 0; i < (n); i++)                                                                  \
      if ((a)[i] == (x)) {                                                                         \
        index = i;                                                                                 \
        goto found;                                                                                \
      }                                                                                            \
  found:                                                                                           \
    index;                                                                                         \
  })

static int interpret(const char *code) {
  static const void *const table[] = {&&increment, &&decrement, &&twice, &&end};
  int value = 0;
  goto *table[(int)*code++];
increment:
  value++;
  goto *table[(int)*code++];
decrement:
  value--;
  goto *table[(int)*code++];
twice: {
  int copy = value;
  value += copy;
  goto *table[(int)*code++];
}
end:
  return value;
}

static int nested(int n) {
  __label__ done;
  {
    __label__ done;
    if (n > 5) goto done;
    n += 10;
  done:
    n += 100;
  }
  if (n > 200) goto done;
  n += 1000;
done:
  return n;
}

int main(void) {
  const char code[] = {0, 0, 2, 1, 2, 3};
  int a[] = {4, 5, 6};
  void *next = &&first;
  int count = 0;
  printf("%d\n", interpret(code));
  printf("%d %d %d\n", INDEX(a, 3, 6), INDEX(a, 3, 4), INDEX(a, 3, 7));
  printf("%d %d %d\n", nested(1), nested(6), nested(150));
first:
  if (count++ < 3) goto *next;
  next = count > 4 ? &&first : &&last;
  goto *next;
  count = 100;
last:
  printf("%d %d %d\n", count, next == &&last, &&first == &&last);
  return 0;
}
