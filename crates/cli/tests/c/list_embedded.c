// A list in the manner of Linux: links are embedded in elements, and the head is a link of its own.
// options: --property valid-memsafety
// expect: TRUE
// also: --property assertion --malloc-may-fail => TRUE
// also: --property valid-memcleanup => TRUE
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next, *previous;
};

struct element {
    int key;
    struct link link;
    char tag[3];
};

#define element_of(p) ((struct element *)((char *)(p) - offsetof(struct element, link)))

extern int __VERIFIER_nondet_int(void);

static void add(struct link *added, struct link *head) {
    added->next = head->next;
    added->previous = head;
    head->next->previous = added;
    head->next = added;
}

static void remove_link(struct link *link) {
    link->previous->next = link->next;
    link->next->previous = link->previous;
}

int main(void) {
    struct link head = {&head, &head};
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 2)
        return 0;
    for (int i = 0; i < count; i++) {
        struct element *e = malloc(sizeof *e);
        if (!e)
            break;
        e->key = i + 5;
        e->tag[1] = (char)i;
        add(&e->link, &head);
    }
    int seen = 0;
    for (struct link *p = head.next; p != &head; p = p->next) {
        struct element *e = element_of(p);
        assert(e->tag[1] + 5 == e->key);
        seen++;
    }
    assert(seen <= count);
    while (head.next != &head) {
        struct element *e = element_of(head.next);
        remove_link(&e->link);
        free(e);
    }
    return 0;
}
