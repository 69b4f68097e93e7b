// options: --property unreach-call
// expect: UNKNOWN(unsupported: a computation with the bits of an address)
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(1);
    if (((uintptr_t)p >> 4 & 15) == 3) reach_error();
    free(p);
    return 0;
}
