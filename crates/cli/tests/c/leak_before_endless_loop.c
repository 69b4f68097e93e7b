// A value that nobody needs any more keeps nothing.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
int main(void) {
    malloc(4);
    while (1) { }
}
