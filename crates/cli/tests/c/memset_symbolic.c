// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int a[2] = {1, 1};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof a) return 0;
    memset(a, 0x55, n);
    if (a[1] == 0x00555555) reach_error();
    return 0;
}
