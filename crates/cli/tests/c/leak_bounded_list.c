// The list is longer than pointers are followed in the model; but all runs end.
// options: --property valid-memsafety
// expect: TRUE
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
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
