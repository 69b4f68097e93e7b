// An activation that ends takes only its own objects with it, and another one does not bring them back.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
// also: --property valid-memsafety --engine bmc => FALSE(valid-deref)
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *leaked;
static void grow(int n) {
    for (int i = 0; i < n; i++) {
        int *p = alloca(sizeof(int));
        *p = i;
        if (i == 1)
            leaked = p;
    }
}
int main(void) {
    grow(__VERIFIER_nondet_int() & 3);
    int *p = leaked;
    if (!p)
        return 0;
    grow(1);
    return *p;
}
