// Each node of a list is freed before its successor is read.
// options: --property valid-deref,valid-free
// expect: FALSE(valid-deref)
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
        free(list);
        list = list->next;
    }
    return 0;
}
