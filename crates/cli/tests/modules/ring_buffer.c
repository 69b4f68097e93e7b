// A ring buffer between a producer and a consumer that run for ever.
// BUG: the producer lets the buffer overrun by one element.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);

#define CAPACITY 16

struct ring {
    int slots[CAPACITY];
    size_t head; // next to read
    size_t count;
};

static bool ring_put(struct ring *r, int value) {
#ifdef BUG
    if (r->count > CAPACITY) {
#else
    if (r->count == CAPACITY) {
#endif
        return false;
    }
    r->slots[(r->head + r->count) % CAPACITY] = value;
    r->count++;
    return true;
}

static bool ring_get(struct ring *r, int *value) {
    if (r->count == 0) {
        return false;
    }
    *value = r->slots[r->head];
    r->head = (r->head + 1) % CAPACITY;
    r->count--;
    return true;
}

int main(void) {
    struct ring r = {.head = 0, .count = 0};
    for (;;) {
        if (__VERIFIER_nondet_bool()) {
            ring_put(&r, __VERIFIER_nondet_int());
        } else {
            int value;
            ring_get(&r, &value);
        }
        assert(r.count <= CAPACITY);
        assert(r.head < CAPACITY);
    }
}
