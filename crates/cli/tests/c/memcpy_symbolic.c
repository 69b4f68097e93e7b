// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char a[4] = {0}, b[4];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 5) return 0;
    memcpy(b, a, n);
    return 0;
}
