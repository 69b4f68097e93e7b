// Control flow leads out of the loop, but no run does.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() | 1;
    malloc(4);
    while (x != 0) x |= __VERIFIER_nondet_uint();
    return 0;
}
