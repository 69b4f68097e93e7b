// -- round_trip: TRUE
int main(void) {
    int x = 3;
    unsigned long a = (unsigned long)&x;
    int *p = (int *)a;
    *p = 4;
    if (x != 4) reach_error();
}
// -- round_trip_of_signed: TRUE
int main(void) {
    int x = 3;
    long a = (long)&x;
    a += 8;
    a -= 8;
    *(int *)a = 4;
    if (x != 4) reach_error();
}
// -- round_trip_of_difference: TRUE
struct s { int a, b, c; };
int main(void) {
    struct s s = {1, 2, 3};
    unsigned long base = (unsigned long)&s, c = (unsigned long)&s.c;
    if (*(int *)(base + (c - base)) != 3) reach_error();
}
// -- tagged_pointer: UNKNOWN
int main(void) {
    static int x = 5;
    unsigned long a = (unsigned long)&x | 1;
    if (*(int *)(a & ~1UL) != 5) reach_error();
}
// -- tag_by_addition: TRUE
int main(void) {
    static int x = 5;
    unsigned long a = (unsigned long)&x + 1;
    if (*(int *)(a - 1) != 5) reach_error();
}
// -- xor_of_pointers: UNKNOWN
int main(void) {
    int x = 5, y = 6;
    unsigned long a = (unsigned long)&x ^ (unsigned long)&y;
    if (*(int *)(a ^ (unsigned long)&y) != 5) reach_error();
}
// -- xor_with_null: TRUE
int main(void) {
    int x = 5;
    unsigned long a = (unsigned long)&x ^ 0;
    if (*(int *)a != 5) reach_error();
}
// -- container_of: TRUE
struct node { int key; struct node *next; int value; };
int main(void) {
    struct node n = {1, 0, 7};
    int *p = &n.value;
    struct node *q = (struct node *)((char *)p - offsetof(struct node, value));
    if (q->key != 1 || q != &n) reach_error();
}
// -- container_of_by_null: TRUE
struct node { int key; struct node *next; int value; };
int main(void) {
    struct node n = {1, 0, 7};
    int *p = &n.value;
    struct node *q = (struct node *)((unsigned long)p - (unsigned long)&((struct node *)0)->value);
    if (q->key != 1) reach_error();
}
// -- before_and_back: TRUE
// options: --property valid-deref
int main(void) {
    int a[3] = {1, 2, 3}, *p = a - 1;
    return p[2];
}
// -- static_before_and_back: TRUE
// options: --property valid-deref
int a[3] = {1, 2, 3};
int *p = a - 1;
int main(void) { return p[2]; }
// -- before_and_not_back: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    int a[3] = {1, 2, 3}, *p = a - 1;
    return p[0];
}
// -- before_and_beyond: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    int a[3] = {1, 2, 3}, *p = a - 1;
    return p[4];
}
// -- beyond_and_back: TRUE
// options: --property valid-deref
int main(void) {
    int *p = malloc(12);
    p += 100;
    p -= 98;
    *p = 1;
}
// -- into_the_neighbour: FALSE(valid-deref)
// options: --property valid-deref
char a[8] = {0}, b[8] = {0};
int main(void) {
    char *p = a + 40;
    *p = 1;
    b[0] = 0;
}
// -- into_the_next_allocation: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    char *p = malloc(8), *q = malloc(8);
    p += 48;
    *p = 1;
    *q = 1;
}
// -- far_into_an_allocation: UNKNOWN
// options: --property valid-deref
int main(void) {
    char *p = malloc(8), *q = malloc(1 << 20);
    p += 0x10010;
    *p = 1;
    *q = 1;
}
// -- index_wraps: FALSE(valid-deref)
// options: --property valid-deref
int a[3];
int main(void) { return a[1UL << (8 * sizeof(long) - 2)]; }
// -- index_wraps_in_bounds: FALSE(bounds)
// options: --property bounds
int a[3];
int main(void) { return a[1UL << (8 * sizeof(long) - 2)]; }
// -- open_index_wraps: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    int *p = malloc(8);
    unsigned long i = nondet_ulong();
    if (i % 1024 == 1 && i > 100000) p[i] = 1;
}
// -- negative_index: TRUE
// options: --property valid-deref
int a[4];
int main(void) {
    int *p = a + 3;
    long i = nondet_int() % 4;
    if (i > 0) i = -i;
    return p[i];
}
// -- negative_unsigned_index: TRUE
// options: --property valid-deref
int a[4];
int main(void) {
    int *p = a + 3;
    unsigned long i = 0;
    return p[i - 1];
}
// -- constant_written: FALSE(valid-deref)
// options: --property valid-deref
const int c = 1;
int main(void) { *(int *)&c = 2; }
// -- constant_array_written: FALSE(valid-deref)
// options: --property valid-deref
static const int c[3] = {1, 2, 3};
int main(void) {
    int *p = (int *)c;
    p[nondet_uint() % 3] = 2;
}
// -- constant_filled: FALSE(valid-deref)
// options: --property valid-deref
const struct { int a, b; } c = {1, 2};
int main(void) { memset((void *)&c, 0, sizeof c); }
// -- constant_written_otherwise: TRUE
const int c = 1;
int main(void) {
    *(int *)&c = 2;
    reach_error();
}
// -- constant_read: TRUE
// options: --property valid-deref
static const int c[3] = {1, 2, 3};
int main(void) { return c[nondet_uint() % 3]; }
// -- pointer_to_constant_written: TRUE
// options: --property valid-deref
int x;
const int *p = &x;
int *const q = &x;
int main(void) {
    p = q;
    *(int *)p = 1;
    *q = 2;
}
// -- literal_written: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    char *p = "abc";
    p[0] = 'x';
}
// -- array_of_literal_written: TRUE
// options: --property valid-deref
int main(void) {
    char p[] = "abc";
    p[0] = 'x';
}
// -- sum_moved_by_integer: TRUE
int a[4] = {1, 2, 3, 4};
int main(void) {
    unsigned long u = (unsigned long)a;
    unsigned i = nondet_uint() % 4;
    if (*(int *)(u + 4 * i) != i + 1) reach_error();
}
// -- difference_of_elements: TRUE
int a[8];
int main(void) {
    unsigned i = nondet_uint() % 8, k = nondet_uint() % 8;
    long d = &a[i] - &a[k];
    if (d != (long)i - (long)k) reach_error();
}
// -- difference_of_objects: UNKNOWN
int a, b;
int main(void) {
    if ((char *)&a - (char *)&b == 4) reach_error();
}
// -- alignment: UNKNOWN
char c[8];
int main(void) {
    if ((unsigned long)c % 4 != 0) reach_error();
}
