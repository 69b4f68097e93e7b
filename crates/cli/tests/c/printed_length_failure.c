// Printing may fail.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    if (printf("hello") < 0 && putchar('a') == EOF) reach_error();
    return 0;
}
