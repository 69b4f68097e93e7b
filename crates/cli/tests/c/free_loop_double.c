// options: --property valid-free
// expect: FALSE(valid-free)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p[2];
    for (int i = 0; i < 2; i++) p[i] = malloc(4);
    int i = __VERIFIER_nondet_int() != 0;
    free(p[0]);
    free(p[i]);
    return 0;
}
