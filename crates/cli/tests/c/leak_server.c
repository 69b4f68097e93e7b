// A program that never ends and keeps what it has got.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *buffer;
int main(void) {
    buffer = malloc(sizeof *buffer);
    *buffer = 0;
    while (1) {
        int request = __VERIFIER_nondet_int();
        if (request == 1) {
            free(buffer);
            buffer = malloc(sizeof *buffer);
        }
        *buffer = request;
    }
}
