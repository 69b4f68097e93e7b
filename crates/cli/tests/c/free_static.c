// options: --property valid-memsafety
// expect: FALSE(valid-free)
#include <stdlib.h>
static int x;
int main(void) {
    free(&x);
    return 0;
}
