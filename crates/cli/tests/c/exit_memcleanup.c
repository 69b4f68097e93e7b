// options: --property valid-memcleanup
// expect: FALSE(valid-memcleanup)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void stop(void) { exit(1); }
int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int()) stop();
    free(p);
    return 0;
}
