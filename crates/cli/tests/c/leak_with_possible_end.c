// The loop may end or not: what is lost in it is lost in either case.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    while (__VERIFIER_nondet_int()) p = malloc(4);
    free(p);
    return 0;
}
