// Floating-point addition is not associative, but it is commutative.
// options: --property assertion
// expect: TRUE
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float y = __VERIFIER_nondet_float();
    if (x != x || y != y) {
        return 0;
    }
    float sum = x + y;
    assert(sum != sum || sum == y + x);
    return 0;
}
