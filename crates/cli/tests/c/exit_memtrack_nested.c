// The address may still be in some register when the program exits: it is not decided.
// options: --property valid-memtrack
// expect: UNKNOWN(incomplete: whether memory is lost that is never freed is not decided)
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
