// After each red node of a list of any length comes a black one.
// options: --engine shapes --property unreach-call
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum colour { RED, BLACK };
struct node { struct node *next; enum colour colour; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *black = malloc(sizeof *black);
        black->colour = BLACK;
        black->next = list;
        list = black;
        if (__VERIFIER_nondet_int()) {
            struct node *red = malloc(sizeof *red);
            red->colour = RED;
            red->next = list;
            list = red;
        }
    }
    while (list) {
        if (list->colour == RED) {
            list = list->next;
            if (!list || list->colour != BLACK) reach_error();
        }
        list = list->next;
    }
    return 0;
}
