// All is freed before.
// options: --property valid-memcleanup
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    free(p);
    if (__VERIFIER_nondet_int()) quick_exit(0);
    return 0;
}
