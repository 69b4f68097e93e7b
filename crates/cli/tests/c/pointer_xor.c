// Sound, but nobody follows the bits.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found are not certain: a computation with the bits of an address)
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x = 1, y = 2;
    uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
    int *p = (int *)(both ^ (uintptr_t)&x);
    if (*p != 2) reach_error();
    return 0;
}
