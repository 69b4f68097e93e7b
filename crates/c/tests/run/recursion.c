/* Recursion, mutual recursion, linked data. */
#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static int even(unsigned n); 
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static unsigned long long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static struct node *insert(struct node *t, int key) {
    if (!t) { t = malloc(sizeof *t); t->key = key; t->left = t->right = 0; }
    else if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static void walk(struct node *t) { if (t) { walk(t->left); printf("%d ", t->key); walk(t->right); free(t); } }
static int ackermann(int m, int n) { return m ? ackermann(m - 1, n ? ackermann(m, n - 1) : 1) : n + 1; }
int main(void) {
    printf("%d %d %llu %d\n", even(10), odd(10), fib(15), ackermann(2, 3));
    struct node *t = 0; int keys[] = { 5, 2, 8, 1, 9, 3 };
    for (int i = 0; i < 6; i++) t = insert(t, keys[i]);
    walk(t); printf("\n");
    return 0;
}
