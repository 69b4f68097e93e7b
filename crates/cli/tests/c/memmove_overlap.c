// options: --property valid-memsafety,unreach-call
// expect: TRUE
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    char a[5] = {1, 2, 3, 4, 5};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4) return 0;
    memmove(a + 1, a, n);
    for (unsigned i = 1; i <= n; i++)
        if (a[i] != (char)i) reach_error();
    memmove(a, a + 1, n);
    for (unsigned i = 0; i < n; i++)
        if (a[i] != (char)(i + 1)) reach_error();
    return 0;
}
