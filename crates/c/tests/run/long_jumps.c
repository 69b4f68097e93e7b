/* Jumps out of functions. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf env, other;
static int depth;

static void fail(int code) {
  if (code > 2) longjmp(env, code);
  printf("no jump for %d\n", code);
}

static int deeper(int n) {
  depth++;
  if (n == 0) longjmp(other, 0);
  int below = deeper(n - 1);
  printf("never printed %d\n", below);
  return below;
}

static int guarded(int n) {
  volatile int tries = 0;
  int r = setjmp(env);
  tries++;
  if (r) return 100 * r + n;
  fail(n);
  return -n;
}

static void nested(void) {
  jmp_buf inner;
  int kept = 7;
  switch (setjmp(inner)) {
  case 0:
    longjmp(inner, 5);
  case 5:
    printf("inner %d\n", kept);
    break;
  default:
    puts("never");
  }
  if (setjmp(other) == 0) deeper(3);
  else printf("back from %d\n", depth);
}

static void by_pointer(void (*function)(int), int n) { function(n); }

int main(void) {
  for (int i = 0; i < 5; i++) printf("guarded %d\n", guarded(i));
  nested();
  if (!setjmp(env)) {
    for (int i = 0;; i++) by_pointer(fail, i);
  }
  puts("end");
  return 0;
}
