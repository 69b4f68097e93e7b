// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
int main(void) {
    int *p;
again:
    p = malloc(4);
    *p = 1;
    goto again;
}
