// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <stdlib.h>
struct node { struct node *next; int data; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
