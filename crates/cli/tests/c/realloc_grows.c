// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof(int));
    p[0] = 3;
    p = realloc(p, 2 * sizeof(int));
    p[1] = p[0];
    free(p);
    return 0;
}
