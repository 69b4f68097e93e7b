// A queue of messages on the heap, with head and tail, for a few steps of any user.
// BUG: taking the last message leaves the tail behind, which the next message is then appended to.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);

#define STEPS 5

struct message {
    int id;
    struct message *next;
};

struct queue {
    struct message *head, *tail;
    unsigned size;
};

static void put(struct queue *q, int id) {
    struct message *m = malloc(sizeof *m);
    if (!m) {
        abort();
    }
    m->id = id;
    m->next = NULL;
    if (q->tail) {
        q->tail->next = m;
    } else {
        q->head = m;
    }
    q->tail = m;
    q->size++;
}

static bool take(struct queue *q, int *id) {
    struct message *m = q->head;
    if (!m) {
        return false;
    }
    *id = m->id;
    q->head = m->next;
#ifndef BUG
    if (!q->head) {
        q->tail = NULL;
    }
#endif
    q->size--;
    free(m);
    return true;
}

int main(void) {
    struct queue q = {NULL, NULL, 0};
    int next_in = 0, next_out = 0, id;
    for (int step = 0; step < STEPS; step++) {
        if (__VERIFIER_nondet_bool()) {
            put(&q, next_in++);
        } else if (take(&q, &id)) {
            assert(id == next_out++);
        }
        assert(q.size == (unsigned)(next_in - next_out));
    }
    while (take(&q, &id)) {
        assert(id == next_out++);
    }
    return 0;
}
