// The variable of the caller is still there while the function it calls runs for ever.
// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
static void serve(void) {
    while (1) { }
}
int main(void) {
    int *p = malloc(4);
    serve();
    free(p);
    return 0;
}
