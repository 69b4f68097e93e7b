// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    p++;
    free(p - 1);
    return 0;
}
