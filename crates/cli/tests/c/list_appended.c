// Nodes are appended at the end: ones, then twos, then a three.
// options: --engine shapes --property unreach-call
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *first = malloc(sizeof *first), *at = first;
    while (__VERIFIER_nondet_int()) {
        at->value = 1;
        at->next = malloc(sizeof *at);
        at = at->next;
    }
    while (__VERIFIER_nondet_int()) {
        at->value = 2;
        at->next = malloc(sizeof *at);
        at = at->next;
    }
    at->value = 3;
    at = first;
    while (at->value == 1) at = at->next;
    while (at->value == 2) at = at->next;
    if (at->value != 3) reach_error();
    return 0;
}
