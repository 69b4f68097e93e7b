/* The alignments that functions ask for. */
#include <stdio.h>

void first(void) __attribute__((aligned(256)));
void first(void) {}
__attribute__((aligned(32))) static void second(void) {}
void third(void) __attribute__((aligned(64)));
void third(void);
void third(void) {}
void plain(void) {}

int main(void) {
  printf("%d %d\n", (int)__alignof__(first), (int)__alignof__(second));
  printf("%d %d\n", (int)__alignof__(third), (int)__alignof__(plain));
  second();
  return 0;
}
