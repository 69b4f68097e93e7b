// ... and not longer.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <alloca.h>
static int *make(void) {
    int *p = alloca(sizeof(int));
    *p = 1;
    return p;
}
int main(void) { return *make(); }
