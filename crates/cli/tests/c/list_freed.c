// All accesses to a list of any length are valid while it is built and freed.
// options: --engine shapes --property valid-deref,valid-free
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *one = malloc(sizeof *one);
        one->value = 1;
        one->next = list;
        list = one;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
