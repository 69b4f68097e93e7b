// One node is skipped when the list is freed.
// options: --property valid-memsafety
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; };
int main(void) {
    struct node *head = 0;
    unsigned n = __VERIFIER_nondet_uint() % 5;
    for (unsigned i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = head;
        head = new;
    }
    if (head && head->next) head->next = head->next->next;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
