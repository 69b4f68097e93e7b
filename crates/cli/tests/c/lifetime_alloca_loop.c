// A function that allocates on the stack again and again: all of it lives until the function returns,
// each activation has its own, and it may be called in a loop.
// options: --property valid-memsafety
// expect: TRUE
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
static int sum(int n) {
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof(struct node));
        node->next = list;
        node->value = i;
        list = node;
    }
    int total = 0;
    for (; list; list = list->next)
        total ^= list->value;
    return total;
}
int main(void) {
    int all = 0;
    for (int i = 0; i < 2; i++) {
        int n = __VERIFIER_nondet_int();
        all ^= sum(n & 3);
    }
    return all;
}
