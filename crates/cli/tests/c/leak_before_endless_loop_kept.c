// The variable is in scope, though nobody reads it any more.
// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    while (1) { }
}
