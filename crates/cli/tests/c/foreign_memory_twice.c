// Memory that the program does not own does not change by itself, though the model says so.
// options: --property unreach-call --engine bmc
// expect: UNKNOWN(incomplete: the runs found are not certain: what happens depends on memory that the program does not own)
#include <stdlib.h>
extern void reach_error(void);
extern struct node *get(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *first = malloc(sizeof *first);
    if (!first) return 0;
    first->next = get();
    if (first->next->value == 7 && first->next->value == 8) reach_error();
    return 0;
}
