// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1;
    int *q = realloc(p, 8);
    int r = *p;
    free(q);
    return r;
}
