extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
extern void free(void *), __VERIFIER_error(void), *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; union { char bytes[4]; float f; } u; } first = { 1, &first };
int main(void) {
  struct node *list = 0, *n, copy;
  for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
    n = i % 2 ? malloc(sizeof *n) : calloc(1, sizeof(struct node));
    n->next = list, n->data = i, n->u.bytes[i & 3] = -1, list = n;
  }
  while (list) { n = list->next; memcpy(&copy, list, sizeof copy); free(list); list = n; }
  if (copy.data < 0) __VERIFIER_error();
}
