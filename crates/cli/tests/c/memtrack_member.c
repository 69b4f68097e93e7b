// Members of what global variables point to are followed, and elements of global arrays.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
    int length;
    char *bytes;
};
static struct buffer *buffers[2];
int main(void) {
    for (int i = 0; i < 2; i++) {
        struct buffer *buffer = malloc(sizeof(struct buffer));
        if (!buffer)
            return 1;
        buffer->length = 8;
        buffer->bytes = 0;
        buffers[i] = buffer;
        if (__VERIFIER_nondet_int())
            buffer->bytes = calloc(1, 8);
    }
    return 0;
}
