// The usual mistake in taking down a list: the node is asked for its successor after its end.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next) {
        free(node);
    }
    return 0;
}
