// Where memory may run out, posix_memalign may fail.
// options: --property assertion --malloc-may-fail
// expect: FALSE(assertion)
#include <assert.h>
#include <stdlib.h>
int main(void) {
    void *block = 0;
    assert(posix_memalign(&block, 64, 4) == 0);
    return 0;
}
