// options: --property valid-memsafety,unreach-call
// expect: TRUE
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[4] = {9, 9, 9, 9};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4) return 0;
    memcpy(b, a, n);
    for (unsigned i = 0; i < 4; i++)
        if (b[i] != (i < n ? (char)(i + 1) : 9)) reach_error();
    return 0;
}
