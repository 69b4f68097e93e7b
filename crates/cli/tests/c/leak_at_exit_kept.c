// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
static void stop(int *q) {
    int *r = malloc(4);
    *r = *q;
    exit(*r);
}
int main(void) {
    int *p = calloc(1, 4);
    stop(p);
    return 0;
}
