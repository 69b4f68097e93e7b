// What a global still points to is tracked when the program exits.
// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
static int *keep;
int main(void) {
    keep = malloc(4);
    exit(0);
}
