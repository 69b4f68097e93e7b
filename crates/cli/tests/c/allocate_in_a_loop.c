// As many objects as one likes, each of any size.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned size = __VERIFIER_nondet_uint();
        if (size == 0) continue;
        char *p = malloc(size);
        p[size - 1] = 1;
        free(p);
    }
    return 0;
}
