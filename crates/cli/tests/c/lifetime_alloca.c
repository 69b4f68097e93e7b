// What alloca gives lives until the function returns, beyond the block.
// options: --property valid-memsafety
// expect: TRUE
#include <alloca.h>
int main(void) {
    int *p;
    {
        p = alloca(sizeof(int));
        *p = 1;
    }
    return *p;
}
