// A list of up to three elements is built, walked and taken down again without an invalid access or a
// leak.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    unsigned length = __VERIFIER_nondet_uint() % 4;
    for (unsigned i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    unsigned sum = 0;
    for (struct node *node = list; node; node = node->next) {
        sum += node->value;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum > 3;
}
