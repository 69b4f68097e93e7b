// On one path the buffer is forgotten.
// options: --property valid-memsafety
// expect: FALSE(valid-memtrack)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int work(int n) {
    char *buffer = malloc(16);
    buffer[0] = 0;
    if (n < 0) {
        return -1;
    }
    free(buffer);
    return 0;
}

int main(void) {
    return work(__VERIFIER_nondet_int());
}
