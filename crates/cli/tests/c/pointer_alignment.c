// A char may be anywhere.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a computation with the bits of an address)
#include <stdint.h>
extern void reach_error(void);
static char c;
int main(void) {
    if ((uintptr_t)&c % 16 != 0) reach_error();
    return 0;
}
