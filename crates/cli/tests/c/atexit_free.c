// Functions that are registered would run before memory is looked at: not modelled.
// options: --property valid-memcleanup
// expect: UNKNOWN(unsupported: a call of 'atexit')
#include <stdlib.h>
static int *p;
static void release(void) { free(p); }
int main(void) {
    p = malloc(4);
    atexit(release);
    return 0;
}
