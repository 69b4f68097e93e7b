// ... but what it pointed to before is.
// options: --property valid-memsafety
// expect: FALSE(valid-memtrack)
// also: --property valid-memsafety --engine bmc => FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *cached;
int main(void) {
    cached = malloc(sizeof(int));
    if (__VERIFIER_nondet_int() == 12345)
        cached = malloc(sizeof(int));
    return 0;
}
