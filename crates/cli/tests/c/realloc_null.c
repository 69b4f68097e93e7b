// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
int main(void) {
    char *p = realloc(0, 4);
    p[3] = 0;
    free(p);
    return 0;
}
