// A list is built, walked and taken down again without an invalid access or a leak.
// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int sum = 0;
    for (struct node *node = list; node; node = node->next) {
        sum += node->value;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}
