// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
static void set(int **to) { *to = malloc(4); }
int main(void) {
    int *p;
    set(&p);
    while (1) { }
}
