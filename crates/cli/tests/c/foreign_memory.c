// Memory that the program does not own has some content, and keeps what is written to it.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
extern struct node *get(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *first = malloc(sizeof *first);
    if (!first) return 0;
    first->next = get();
    if (first->next->value == 7) {
        first->next->value++;
        if (first->next->value == 8) reach_error();
    }
    return 0;
}
