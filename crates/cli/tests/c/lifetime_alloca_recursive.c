// The activations of a recursive function end one after the other.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
// also: --property valid-memsafety --engine bmc => FALSE(valid-deref)
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *deepest;
static int walk(int depth) {
    int *first = 0, *last = 0;
    for (int i = 0; i < 2; i++) {
        last = alloca(sizeof(int));
        *last = depth;
        if (!first)
            first = last;
    }
    if (depth > 0)
        walk(depth - 1);
    else
        deepest = first;
    return *first + *last; // these live on
}
int main(void) {
    int sum = walk(__VERIFIER_nondet_int() & 1);
    return sum + *deepest;
}
