// Memory that a global variable points to at the end is not lost, though it is not freed.
// options: --property valid-memsafety
// expect: TRUE
// also: --property valid-memcleanup => FALSE(valid-memcleanup)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *cached;
static int get(int i) {
    if (!cached) {
        cached = malloc(4 * sizeof(int));
        if (!cached)
            abort();
        cached[0] = 1;
    }
    return cached[0] + (i > 0);
}
int main(void) {
    int sum = 0;
    while (__VERIFIER_nondet_int())
        sum ^= get(sum);
    return 0;
}
