/* Which definitions of inline functions are external ones. */
#include <stdio.h>
inline int same(int a) { return a + 1; }
extern inline int here(int a) { return a + 2; }
inline int declared(int a) { return a + 3; }
extern int declared(int);
extern inline __attribute__((gnu_inline)) int old(int a) { return a + 4; }
inline __attribute__((gnu_inline)) int old_external(int a) { return a + 5; }
static inline int own(int a) { return a + 6; }
extern inline __attribute__((gnu_inline)) int redefined(int a);
extern inline __attribute__((gnu_inline)) int redefined(int a) { return a + 7; }
int redefined(int a) { return a + 7; }
extern inline __attribute__((gnu_inline)) __attribute__((always_inline)) int inlined(int a) {
  return a + 8;
}
extern __inline __attribute__((__gnu_inline__)) unsigned long strlen(const char *s) {
  return __builtin_strlen(s);
}
int from_b(int);
int main(void) {
  printf("%d %d %d\n", same(1), here(1), declared(1));
  printf("%d %d %d\n", old(1), old_external(1), own(1));
  printf("%d %d %d\n", redefined(1), inlined(1), (int)strlen("word"));
  printf("%d\n", from_b(1));
  return 0;
}
