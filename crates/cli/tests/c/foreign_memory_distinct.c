// Pointers from nowhere need not be equal, though the model may choose so.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
extern struct node *get(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *first = get(), *second = get();
    if (first->value == 7 && first->next->value == 9 && second->value == 5) reach_error();
    return 0;
}
