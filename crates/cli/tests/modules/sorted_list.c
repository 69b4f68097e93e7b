// A sorted list on the heap: insertion keeps the order, and everything is freed.
// BUG: the comparison in the loop looks past the last node.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define INSERTIONS 3

struct node {
    int value;
    struct node *next;
};

static void insert(struct node **list, int value) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) {
        abort();
    }
    fresh->value = value;
#ifdef BUG
    while ((*list)->value < value && *list) {
#else
    while (*list && (*list)->value < value) {
#endif
        list = &(*list)->next;
    }
    fresh->next = *list;
    *list = fresh;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < INSERTIONS; i++) {
        insert(&list, __VERIFIER_nondet_int());
    }
    for (struct node *n = list; n && n->next; n = n->next) {
        assert(n->value <= n->next->value);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
