// What a caller has allocated outlives the activations that it calls, which end before it.
// options: --property valid-memsafety
// expect: TRUE
#include <alloca.h>
static int inner(int n) {
    int last = 0;
    for (int i = 0; i < n; i++) {
        int *p = alloca(sizeof(int));
        *p = last;
        last = *p + 1;
    }
    return last;
}
static int outer(int n) {
    int *kept = 0;
    for (int i = 0; i < n; i++) {
        int *p = alloca(sizeof(int));
        *p = inner(2);
        if (kept)
            *kept += *p;
        kept = p;
    }
    return kept ? *kept : 0;
}
extern int __VERIFIER_nondet_int(void);
int main(void) { return outer(__VERIFIER_nondet_int() & 3); }
