// The same for a variable in memory.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
static void set(int **to) { *to = malloc(4); }
int main(void) {
    {
        int *p;
        set(&p);
    }
    while (1) { }
}
