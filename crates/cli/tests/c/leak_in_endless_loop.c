// Memory that is lost in a program that never ends is lost.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
int main(void) {
    while (1) malloc(4);
}
