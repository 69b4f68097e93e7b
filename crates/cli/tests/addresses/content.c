// -- copied_pointer: TRUE
int main(void) {
    int x = 1, *p = &x, *q;
    memcpy(&q, &p, sizeof p);
    *q = 2;
    if (x != 2 || p != q) reach_error();
}
// -- pointer_copied_by_bytes: UNKNOWN
int main(void) {
    int x = 1, *p = &x, *q;
    for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
    *q = 2;
    if (x != 2) reach_error();
}
// -- union_of_pointer_and_integer: TRUE
int main(void) {
    union { int *p; unsigned long u; } v;
    int x = 1;
    v.p = &x;
    v.u += 4;
    v.u -= 4;
    *v.p = 2;
    if (x != 2) reach_error();
}
// -- union_of_pointers: TRUE
int main(void) {
    union { int *p; char *c; } v;
    int x = 0x01020304;
    v.p = &x;
    if (*v.c != 4) reach_error();
}
// -- null_in_a_union: TRUE
int main(void) {
    union { int *p; unsigned long u; } v;
    v.p = 0;
    if (v.u != 0) reach_error();
}
// -- struct_copy_keeps_pointers: TRUE
struct s { int *p; int n; };
int main(void) {
    int x = 1, y = 2;
    struct s a = {&x, 1}, b = {&y, 2};
    b = a;
    *b.p = 5;
    if (x != 5 || y != 2 || b.n != 1) reach_error();
}
// -- overlapping_memmove: TRUE
int main(void) {
    int a[4] = {1, 2, 3, 4};
    memmove(a + 1, a, 3 * sizeof(int));
    if (a[0] != 1 || a[1] != 1 || a[2] != 2 || a[3] != 3) reach_error();
}
// -- overlapping_memmove_down: TRUE
int main(void) {
    int a[4] = {1, 2, 3, 4};
    memmove(a, a + 1, 3 * sizeof(int));
    if (a[0] != 2 || a[2] != 4 || a[3] != 4) reach_error();
}
// -- array_of_structs: TRUE
struct s { int *p; int n; } a[3];
int x[3];
int main(void) {
    for (int i = 0; i < 3; i++) a[i].p = &x[i];
    unsigned k = nondet_uint() % 3;
    *a[k].p = 7;
    if (x[k] != 7) reach_error();
}
// -- pointer_to_pointer: TRUE
int main(void) {
    int x = 1, y = 2, *p = &x, **pp = &p;
    *pp = &y;
    **pp = 3;
    if (x != 1 || y != 3) reach_error();
}
// -- into_the_middle: TRUE
int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *p = &a[1][0];
    if (p[-1] != 3 || p[2] != 6) reach_error();
}
// -- functions_in_structs: TRUE
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
struct ops { int (*f)(int); } table[2] = {{one}, {two}};
int main(void) {
    unsigned i = nondet_uint() % 2;
    struct ops o = table[i];
    if (o.f(1) != (int)i + 2) reach_error();
}
// -- bytes_of_an_integer: TRUE
int main(void) {
    int x = 0x11223344;
    unsigned char *p = (unsigned char *)&x;
    if (p[0] != 0x44 || p[3] != 0x11) reach_error();
}
// -- stored_address_compared: TRUE
int *g;
int main(void) {
    int x;
    g = &x;
    unsigned long u = (unsigned long)g;
    if (u != (unsigned long)&x) reach_error();
}
// -- list_of_three: TRUE
struct n { struct n *next; int v; };
int main(void) {
    struct n *head = 0;
    for (int i = 0; i < 3; i++) {
        struct n *e = malloc(sizeof *e);
        e->v = i;
        e->next = head;
        head = e;
    }
    int s = 0;
    for (struct n *e = head; e != 0; e = e->next) s += e->v;
    if (s != 3) reach_error();
}
// -- circular_list: TRUE
struct n { struct n *next; int v; };
int main(void) {
    struct n a = {0, 1}, b = {&a, 2};
    a.next = &b;
    int s = 0;
    struct n *p = &a;
    do { s += p->v; p = p->next; } while (p != &a);
    if (s != 3) reach_error();
}
// -- circular_list_freed: TRUE
// options: --property valid-memsafety
struct n { struct n *next; };
int main(void) {
    struct n *head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->next = head;
    struct n *p = head;
    do { struct n *next = p->next; free(p); p = next; } while (p != head);
}
// -- too_much_memory: FALSE(unreach-call)
int main(void) {
    if (malloc((size_t)-1) == 0) reach_error();
}
// -- too_much_open_memory: FALSE(unreach-call)
int main(void) {
    unsigned long n = nondet_ulong();
    if (malloc(n) == 0) reach_error();
}
// -- enough_memory: TRUE
int main(void) {
    unsigned n = nondet_uint() % 1000;
    char *p = malloc(n);
    if (!p) reach_error();
}
// -- too_much_memory_written: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    unsigned long n = nondet_ulong();
    if (n == 0) return 0;
    char *p = malloc(n);
    *p = 1;
}
// -- too_much_zeroed_memory: FALSE(unreach-call)
int main(void) {
    if (calloc((size_t)-1 / 2, 4) == 0) reach_error();
}
// -- half_of_all_memory: FALSE(unreach-call)
int main(void) {
    if (calloc((size_t)-1 / 2 + 1, 1) == 0) reach_error();
}
// -- realloc_of_too_much_keeps: TRUE
// options: --property valid-memsafety,unreach-call
int main(void) {
    int *p = malloc(4);
    *p = 3;
    int *q = realloc(p, (size_t)-1);
    if (q) { free(q); return 0; }
    if (*p != 3) reach_error();
    free(p);
}
// -- realloc_of_open_size: TRUE
// options: --property valid-memsafety,unreach-call
int main(void) {
    unsigned long n = nondet_ulong();
    int *p = malloc(4);
    *p = 3;
    if (n < 4) n = 4;
    int *q = realloc(p, n);
    if (!q) q = p;
    if (*q != 3) reach_error();
    free(q);
}
// -- malloc_may_fail: FALSE(valid-deref)
// options: --property valid-deref --malloc-may-fail
int main(void) {
    int *p = malloc(4);
    *p = 1;
}
// -- malloc_may_fail_and_is_checked: TRUE
// options: --property valid-memsafety --malloc-may-fail
int main(void) {
    int *p = malloc(4);
    if (p) *p = 1;
    free(p);
}
// -- realloc_may_fail: FALSE(valid-memtrack)
// options: --property valid-memsafety --malloc-may-fail
int main(void) {
    int *p = malloc(4);
    if (!p) return 0;
    p = realloc(p, 8);
    if (!p) return 0;
    *p = 1;
    free(p);
}
// -- malloc_usually_succeeds: TRUE
// options: --property valid-memsafety
int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
}
// -- malloc_of_nothing: TRUE
// options: --property valid-memsafety,unreach-call
int main(void) {
    char *p = malloc(0), *q = malloc(0);
    if (!p || p == q) reach_error();
    free(p);
    free(q);
}
// -- byte_of_nothing: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    char *p = malloc(0);
    *p = 1;
}
// -- alloca_in_a_loop: TRUE
// options: --property valid-deref,unreach-call
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int *q = __builtin_alloca(4);
        *q = i;
        if (q == p) reach_error();
        p = q;
    }
    if (*p != 2) reach_error();
}
// -- use_of_a_dead_local: FALSE(valid-deref)
// options: --property valid-deref
int *f(void) { int x = 1; int *p = &x; return p; }
int main(void) { return *f(); }
// -- double_free_of_alias: FALSE(valid-free)
// options: --property valid-free
int main(void) {
    int *p = malloc(4), *q = p;
    free(p);
    free(q);
}
// -- free_of_the_middle: FALSE(valid-free)
// options: --property valid-free
int main(void) {
    char *p = malloc(4);
    free(p + 1);
}
// -- free_after_round_trip: TRUE
// options: --property valid-memsafety
int main(void) {
    unsigned long u = (unsigned long)malloc(4);
    free((void *)u);
}
