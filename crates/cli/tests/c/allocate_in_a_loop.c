// As many objects as one likes, of many sizes.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned short size = __VERIFIER_nondet_ushort();
        if (size == 0) continue;
        char *p = malloc(size);
        p[size - 1] = 1;
        free(p);
    }
    return 0;
}
