// The average of two unsigned numbers, computed so that nothing wraps around.
// options: --arch LP64
// expect: TRUE
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned average(unsigned low, unsigned high) {
    return low + (high - low) / 2;
}

int main(void) {
    unsigned low = __VERIFIER_nondet_uint();
    unsigned high = __VERIFIER_nondet_uint();
    if (low > high) {
        return 0;
    }
    unsigned middle = average(low, high);
    assert(low <= middle && middle <= high);
    return 0;
}
