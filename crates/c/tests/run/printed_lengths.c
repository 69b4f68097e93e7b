/* What functions that print return. */
#include <stdio.h>

int main(void) {
  int n = printf("hello");
  printf("\n%d\n", n);
  printf("%d\n", printf("100%% %c\n", 'x'));
  printf("%d\n", printf("%s and %s\n", "this", "that"));
  printf("%d\n", fprintf(stdout, "\303\244\n"));
  printf("%d\n", printf(""));
  int values[] = {0, 9, 10, -1, -10, 2147483647, -2147483647 - 1, 99999};
  for (int i = 0; i < 8; i++) {
    printf(" %d\n", printf("%d;%u;", values[i], values[i]));
    printf(" %d\n", printf("%x;%o;%i", values[i], values[i], values[i]));
    printf(" %d\n", printf("%ld %llu %lx", (long)values[i], (unsigned long long)values[i] << 20, (long)values[i]));
  }
  printf("%d\n", putchar('a'));
  printf("%d\n", putchar(300));
  printf("%d\n", fputc('c', stdout));
  printf("%d\n", putc('d', stdout));
  printf("%d\n", puts("text") >= 0);
  return 0;
}
