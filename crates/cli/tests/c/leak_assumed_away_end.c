// No run ends, because all that leave the loop are left out.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int *p = 0;
    while (__VERIFIER_nondet_int()) p = malloc(4);
    __VERIFIER_assume(0);
    return p != 0;
}
