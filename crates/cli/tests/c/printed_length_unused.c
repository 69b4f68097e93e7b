// Nobody asks how much was printed.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    printf("%g", 1.0);
    (void)printf("%g", 2.0), printf("%g", 3.0);
    reach_error();
    return 0;
}
