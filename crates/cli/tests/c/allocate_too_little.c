// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size < 100000000) return 0;
    char *p = malloc(size);
    p[size] = 1;
    free(p);
    return 0;
}
