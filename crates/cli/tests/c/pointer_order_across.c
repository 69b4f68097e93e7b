// The order of objects is not known.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found are not certain: a computation with the bits of an address)
#include <stdint.h>
extern void reach_error(void);
static int a, b;
int main(void) {
    if ((uintptr_t)&a > (uintptr_t)&b) reach_error();
    return 0;
}
