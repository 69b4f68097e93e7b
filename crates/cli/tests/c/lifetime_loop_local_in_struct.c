// The same, and the pointer hides in a struct on the heap.
// options: --property valid-deref
// expect: FALSE(valid-deref)
#include <stdlib.h>
struct box { int *p; };
int main(void) {
    struct box *b = malloc(sizeof *b);
    b->p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (b->p) return *b->p;
        b->p = &x;
    }
    return 0;
}
