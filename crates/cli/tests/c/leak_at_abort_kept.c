// The variables of all active functions are still there when the program aborts.
// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void assume_abort_if_not(int condition) {
    if (!condition) abort();
}
int main(void) {
    int *p = malloc(4);
    assume_abort_if_not(__VERIFIER_nondet_int() > 0);
    free(p);
    return 0;
}
