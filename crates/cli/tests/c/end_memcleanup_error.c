// A call of the error function ends the program, if it has no body.
// options: --property valid-memcleanup
// expect: FALSE(valid-memcleanup)
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int()) reach_error();
    free(p);
    return 0;
}
