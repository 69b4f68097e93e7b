// Functions that are registered run before memory is looked at.
// options: --property valid-memcleanup
// expect: TRUE
#include <stdlib.h>
static int *p;
static void release(void) { free(p); }
int main(void) {
    p = malloc(4);
    atexit(release);
    return 0;
}
