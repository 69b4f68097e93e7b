// How large a number an address is, is not known.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found are not certain: a computation with the bits of an address)
#include <stddef.h>
extern void reach_error(void);
int main(void) {
    char from[2] = {1, 2}, to[2] = {0, 0};
    __builtin_memcpy(to, from, (size_t)to);
    if (to[0] == 0) reach_error();
    return 0;
}
