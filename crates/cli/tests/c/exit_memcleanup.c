// options: --property valid-memcleanup
// expect: FALSE(valid-memcleanup)
#include <stdlib.h>
static void stop(void) { exit(1); }
int main(void) {
    int *p = malloc(4);
    if (!*p) stop();
    free(p);
    return 0;
}
