// Memory that the program does not own has the same content at every load: the model must find a run
// that keeps it.
// options: --property unreach-call
// expect: FALSE(unreach-call)
// also: --property unreach-call --engine bmc => FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
struct buffer { int size; int *pages; };
extern struct buffer *find(void);
static int count(struct buffer *buffer) {
    int pages = 0;
    for (int i = 0; i < buffer->size; i++)
        if (buffer->pages[i])
            pages++;
    return pages;
}
int main(void) {
    struct buffer *buffer = find();
    if (!buffer)
        return 0;
    int before = count(buffer);
    buffer->pages[1] = 0;
    int after = count(buffer);
    if (buffer->size == 3 && before == 3 && after == 2)
        reach_error();
    return 0;
}
