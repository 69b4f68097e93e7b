// Where memory may run out, posix_memalign says so by its result.
// options: --property assertion --malloc-may-fail
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
    void *block = 0;
    int result = posix_memalign(&block, 64, 4);
    assert((result == 0) == (block != 0));
    return 0;
}
