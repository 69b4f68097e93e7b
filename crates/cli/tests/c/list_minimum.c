// The least value of a list of any length, computed while the list is built (figure 2 of the paper on 2LS).
// options: --engine shapes --property unreach-call
// expect: TRUE
// also: --property unreach-call => TRUE
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
        if (least > one->value) least = one->value;
    }
    for (struct node *at = list; at; at = at->next)
        if (at->value < least) reach_error();
    return 0;
}
