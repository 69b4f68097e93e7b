// The node that was added last is not considered for the least value.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = NULL;
    int least = 2147483647;
    while (__VERIFIER_nondet_int()) {
        struct node *one = malloc(sizeof *one);
        one->value = __VERIFIER_nondet_int();
        one->next = list;
        list = one;
        if (one->next && least > one->next->value) least = one->next->value;
    }
    for (struct node *at = list; at; at = at->next)
        if (at->value < least) reach_error();
    return 0;
}
