/* Linked lists, queues, hash tables on the heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *key; int value; };
static struct node *table[7];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }
static int *slot(const char *key) {
    struct node **p = &table[hash(key) % 7];
    for (; *p; p = &(*p)->next) if (!strcmp((*p)->key, key)) return &(*p)->value;
    *p = calloc(1, sizeof **p); (*p)->key = strdup(key); return &(*p)->value;
}
int main(void) {
    const char *words[] = { "a", "rose", "is", "a", "rose", "is", "a", "rose" };
    for (int i = 0; i < 8; i++) ++*slot(words[i]);
    printf("%d %d %d %d\n", *slot("a"), *slot("rose"), *slot("is"), *slot("none"));
    for (int i = 0; i < 7; i++) while (table[i]) { struct node *n = table[i]; table[i] = n->next; free(n->key); free(n); }
    struct node *head = 0, **tail = &head;
    for (int i = 0; i < 5; i++) { *tail = malloc(sizeof **tail); (*tail)->value = i; (*tail)->next = 0; tail = &(*tail)->next; }
    struct node *reversed = 0; while (head) { struct node *n = head; head = n->next; n->next = reversed; reversed = n; }
    while (reversed) { struct node *n = reversed->next; printf("%d ", reversed->value); free(reversed); reversed = n; }
    printf("\n");
    return 0;
}
