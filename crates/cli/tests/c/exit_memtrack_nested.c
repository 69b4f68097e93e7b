// What no variable points to is lost when the program exits.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
static void lose(void) {
    int *p = malloc(4);
    p = 0;
    exit(0);
}
int main(void) {
    lose();
    return 0;
}
