// Runs that violate an assumption do not count.
// options: --property valid-memcleanup
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int *p = malloc(4);
    __VERIFIER_assume(__VERIFIER_nondet_int());
    free(p);
    return 0;
}
