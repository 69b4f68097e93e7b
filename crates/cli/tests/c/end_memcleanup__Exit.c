// Memory that is not freed when the program ends so.
// options: --property valid-memcleanup
// expect: FALSE(valid-memcleanup)
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int()) _Exit(0);
    free(p);
    return 0;
}
