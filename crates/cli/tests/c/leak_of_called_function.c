// The variable of a function that has returned points to nothing.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
static void work(void) {
    int *p = malloc(4);
    *p = 1;
}
int main(void) {
    work();
    while (1) { }
}
