// What a registered function allocates is still there when the program has ended.
// options: --property valid-memcleanup
// expect: FALSE(valid-memcleanup)
#include <stdlib.h>
static int *p;
static void release(void) {
    free(p);
    p = malloc(4);
}
int main(void) {
    p = malloc(4);
    atexit(release);
    return 0;
}
