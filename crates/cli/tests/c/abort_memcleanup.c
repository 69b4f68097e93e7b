// After an abort nothing is asked.
// options: --property valid-memcleanup
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int()) abort();
    free(p);
    return 0;
}
