// -- xor_list: UNKNOWN
struct n { unsigned long link; int v; };
int main(void) {
    struct n a = {0, 1}, b = {0, 2};
    a.link = (unsigned long)&b ^ 0UL;
    b.link = (unsigned long)&a ^ 0UL;
    struct n *p = (struct n *)(a.link ^ 0UL);
    unsigned long both = (unsigned long)&a ^ (unsigned long)&b;
    struct n *q = (struct n *)(both ^ (unsigned long)p);
    if (p->v != 2 || q->v != 1) reach_error();
}
// -- pointer_to_function_as_integer: TRUE
int f(void) { return 3; }
int main(void) {
    unsigned long u = (unsigned long)f;
    int (*p)(void) = (int (*)(void))u;
    if (p() != 3) reach_error();
}
// -- guessed_function: UNKNOWN
int h;
void set(void) { h = 1; }
extern void (*nondet_function(void))(void);
int main(void) {
    void (*p)(void) = nondet_function();
    if (p == set) p();
    if (h) reach_error();
}
// -- compared_with_itself: TRUE
int main(void) {
    int *p = malloc(4), *q = p;
    free(p);
    if (p != q) reach_error();
}
// -- dead_local_compared_with_itself: TRUE
int *f(void) { static int *p; int x; p = &x; return p; }
int main(void) {
    int *p = f();
    int *q = p;
    if (p != q) reach_error();
}
// -- freed_in_a_loop: UNKNOWN
int main(void) {
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int *p = malloc(4);
        if (p == last) reach_error();
        last = p;
        free(p);
    }
}
// -- kept_in_a_loop: TRUE
int main(void) {
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int *p = malloc(4);
        if (p == last) reach_error();
        last = p;
    }
}
// -- stack_and_heap_differ: TRUE
int *f(void) { int x; int *p = &x; return p; }
int main(void) {
    int *p = f();
    int *q = malloc(4);
    if (p == q) reach_error();
}
// -- pointers_in_two_arrays: TRUE
int a[4], b[4];
int main(void) {
    int *p = nondet_int() ? a : b, *q = nondet_int() ? a : b;
    if ((p == q) != (p + 1 == q + 1)) reach_error();
}
// -- ends_of_two_arrays: UNKNOWN
int a[4], b[4];
int main(void) {
    int *p = nondet_int() ? a : b, *q = nondet_int() ? a : b;
    if (p != q && p + 4 == q) reach_error();
}
// -- both_ends: TRUE
int a[4], b[4];
int main(void) {
    int *p = nondet_int() ? a : b, *q = p + 4;
    if (q == p || q - p != 4) reach_error();
}
// -- null_plus_offset: TRUE
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    unsigned long d = (unsigned long)&p->b;
    if (d != 4) reach_error();
}
// -- error_pointer: TRUE
int x;
int *f(int fail) { return fail ? (int *)-12L : &x; }
int main(void) {
    int *p = f(nondet_int());
    if ((unsigned long)p >= (unsigned long)-4095L) {
        if ((long)p != -12) reach_error();
        return 0;
    }
    *p = 1;
    if (p != &x) reach_error();
}
// -- error_pointer_compared: TRUE
int x;
int main(void) {
    int *p = nondet_int() ? (int *)-12L : &x;
    int *q = nondet_int() ? (int *)-12L : &x;
    if (p == q && (p == &x) != (q == &x)) reach_error();
}
// -- small_integer_in_pointer: TRUE
int x;
int main(void) {
    int *p = nondet_int() ? (int *)1 : &x;
    if (p != (int *)1 && p != &x) reach_error();
    if (p == (int *)1 && p == &x) reach_error();
}
// -- fixed_address: UNKNOWN
int h;
int main(void) {
    int *p = (int *)0x12345678;
    if (p == &h) reach_error();
}
// -- fixed_address_written: TRUE
int h;
int main(void) {
    *(volatile int *)0x12345678 = 1;
    if (h) reach_error();
}
// -- fixed_address_compared_and_written: UNKNOWN
int h;
int main(void) {
    int *p = (int *)0x12345678;
    if (p == &h) *p = 1;
    if (h) reach_error();
}
// -- hash_of_an_address: UNKNOWN
int x;
int main(void) {
    unsigned h = (unsigned)((unsigned long)&x >> 4) % 16;
    if (h == 3) reach_error();
}
// -- bucket_of_an_address: UNKNOWN
int x, table[16];
int main(void) {
    unsigned h = (unsigned)((unsigned long)&x >> 4) % 16;
    table[h] = 1;
    int n = 0;
    for (int i = 0; i < 16; i++) n += table[i];
    if (n != 1) reach_error();
}
// -- address_as_truth: TRUE
int x;
int main(void) {
    _Bool b = &x;
    if (!b || !&x) reach_error();
}
// -- truncated_address: UNKNOWN
int x;
int main(void) {
    unsigned short s = (unsigned short)(unsigned long)&x;
    if (s == 17) reach_error();
}
// -- multiplied_address: UNKNOWN
int x;
int main(void) {
    unsigned long u = (unsigned long)&x * 2;
    if (u / 2 != (unsigned long)&x) reach_error();
}
// -- negated_address: TRUE
int x;
int main(void) {
    unsigned long u = -(unsigned long)&x;
    if (*(int *)-u != 0) reach_error();
}
// -- address_in_two_halves: UNKNOWN
int x;
int main(void) {
    unsigned long u = (unsigned long)&x;
    unsigned long half = 4 * sizeof u, low = u & ((1UL << half) - 1), high = u >> half;
    unsigned long v = high << half | low;
    *(int *)v = 5;
    if (x != 5) reach_error();
}
// -- realloc_to_nothing: TRUE
// options: --property valid-memsafety
int main(void) {
    int *p = malloc(4);
    p = realloc(p, 0);
    free(p);
}
// -- realloc_of_null: TRUE
// options: --property valid-memsafety
int main(void) {
    int *p = realloc(0, 4);
    *p = 1;
    free(p);
}
// -- realloc_frees_the_old: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    int *p = malloc(4), *q = realloc(p, 8);
    if (q) *p = 1;
}
// -- calloc_is_zero: TRUE
int main(void) {
    unsigned n = nondet_uint() % 5 + 1;
    int *p = calloc(n, sizeof(int));
    if (p[n - 1] != 0) reach_error();
}
// -- allocated_size_wraps: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    unsigned long n = nondet_ulong();
    if (n == 0) return 0;
    int *p = malloc(n * sizeof(int));
    if (p) p[n - 1] = 1;
}
// -- struct_with_array_copied: TRUE
struct s { int a[3]; int *p; };
int main(void) {
    struct s x = {{1, 2, 3}, 0}, y;
    x.p = &x.a[1];
    y = x;
    *y.p = 9;
    if (x.a[1] != 9 || y.a[1] != 2) reach_error();
}
// -- pointer_swapped_through_memory: TRUE
void swap(void *a, void *b, size_t n) {
    char t[16];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}
int main(void) {
    int x = 1, y = 2, *p = &x, *q = &y;
    swap(&p, &q, sizeof p);
    if (*p != 2 || *q != 1) reach_error();
}
// -- char_walk_over_struct: TRUE
struct s { char a; int b; };
int main(void) {
    struct s s = {1, 2};
    char *p = (char *)&s, *e = p + sizeof s;
    int n = 0;
    while (p < e) { p++; n++; }
    if (n != sizeof s) reach_error();
}
// -- negative_offset_of_member: TRUE
struct s { int a, b, c; };
int main(void) {
    struct s s = {1, 2, 3};
    int *p = &s.c;
    if (*(int *)((char *)p - 8) != 1) reach_error();
}
// -- const_local_written: TRUE
int main(void) {
    int x = 1;
    const int *p = &x;
    *(int *)p = 2;
    if (x != 2) reach_error();
}
// -- static_const_in_function: FALSE(valid-deref)
// options: --property valid-deref
int main(void) {
    static const int t[2] = {1, 2};
    int *p = (int *)&t[1];
    *p = 3;
}
