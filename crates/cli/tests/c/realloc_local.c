// options: --property valid-memsafety
// expect: FALSE(valid-free)
#include <stdlib.h>
int main(void) {
    int x = 0;
    int *p = realloc(&x, 8);
    free(p);
    return 0;
}
