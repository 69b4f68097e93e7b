// Figure 5 of the paper on 2LS: a pointer is read from memory that was just freed.
// options: --property valid-deref,valid-free
// expect: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *inner = malloc(sizeof *inner);
    *inner = __VERIFIER_nondet_int();
    int **outer = malloc(sizeof *outer);
    *outer = inner;
    free(outer);
    free(*outer);
    return 0;
}
