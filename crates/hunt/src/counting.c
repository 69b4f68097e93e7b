/* Fails at the end of a program if memory is left that was not freed. */
#undef malloc
#undef calloc
#undef realloc
#undef free
#include <stdlib.h>
#include <unistd.h>

static long live;

void *counting_malloc(size_t size) {
    void *memory = malloc(size);
    live += memory != 0;
    return memory;
}

void *counting_calloc(size_t count, size_t size) {
    void *memory = calloc(count, size);
    live += memory != 0;
    return memory;
}

void *counting_realloc(void *old, size_t size) {
    void *memory = realloc(old, size);
    live += !old && memory;
    return memory;
}

void counting_free(void *memory) {
    live -= memory != 0;
    free(memory);
}

__attribute__((destructor)) static void at_the_end(void) {
    if (live != 0) _exit(1);
}
