// What only freed memory points to is lost.
// options: --property valid-memsafety
// expect: FALSE(valid-memtrack)
// also: --property valid-memsafety --engine bmc => FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
    int length;
    char *bytes;
};
static struct buffer *buffer;
int main(void) {
    while (!buffer) {
        buffer = malloc(sizeof(struct buffer));
        buffer->bytes = malloc(8);
    }
    if (__VERIFIER_nondet_int() == 54321)
        free(buffer);
    return 0;
}
