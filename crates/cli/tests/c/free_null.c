// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
int main(void) {
    free(0);
    return 0;
}
