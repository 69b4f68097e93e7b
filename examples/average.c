// The average of two unsigned numbers, computed as everybody does at first.
// options: --arch LP64
// expect: FALSE(assertion)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned average(unsigned low, unsigned high) {
    return (low + high) / 2;
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
