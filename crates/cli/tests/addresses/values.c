// -- decreased_address: UNKNOWN
int main(void) {
    int x = 0;
    unsigned long a = (unsigned long)&x;
    while (a > 100) a -= 50;
    if (a <= 100) reach_error();
}
// -- address_is_not_small: TRUE
int main(void) {
    int x = 0;
    unsigned long a = (unsigned long)&x;
    if (a < 65536) reach_error();
}
// -- address_may_be_small: UNKNOWN
// options: --lowest-address 1
int main(void) {
    if ((unsigned long)malloc(4) <= 2012UL) reach_error();
}
// -- allocated_address_is_not_small: TRUE
int main(void) {
    if ((unsigned long)malloc(4) <= 2012UL) reach_error();
}
// -- small_address_is_not_null: TRUE
// options: --lowest-address 0
int main(void) {
    int x;
    if (&x == 0) reach_error();
}
// -- address_of_error: TRUE
int main(void) {
    int x;
    if ((unsigned long)&x >= (unsigned long)-4095L) reach_error();
}
// -- increased_to_zero: UNKNOWN
int main(void) {
    int x;
    unsigned long a = (unsigned long)&x;
    a += nondet_ulong();
    if (a == 0) reach_error();
}
// -- increased_around_zero: FALSE(unreach-call)
int main(void) {
    int x;
    unsigned long a = (unsigned long)&x, b = a + nondet_ulong();
    if (b < a) reach_error();
}
// -- one_further_is_more: TRUE
int main(void) {
    int x[2];
    unsigned long a = (unsigned long)&x, b = a + 1;
    if (b <= a) reach_error();
}
// -- guessed_address: UNKNOWN
int h;
int main(void) {
    unsigned long a = nondet_ulong();
    if (a == (unsigned long)&h) *(int *)a = 1;
    if (h) reach_error();
}
// -- guessed_null: TRUE
int h;
int main(void) {
    unsigned long a = nondet_ulong();
    if (a == (unsigned long)(int *)0 && &h != 0) h = 0;
    if (h) reach_error();
}
// -- guessed_among_addresses: UNKNOWN
int h, other;
int main(void) {
    unsigned long a = nondet_int() ? (unsigned long)&other : nondet_ulong();
    if (a == (unsigned long)&h) *(int *)a = 1;
    if (h) reach_error();
}
// -- guessed_bit_by_bit: UNKNOWN
int h;
int main(void) {
    unsigned long a = 0, b = 0;
    for (int i = 8 * sizeof(long) - 1; i >= 0; i--) {
        b = a | 1UL << i;
        if (b <= (unsigned long)&h) a = b;
    }
    *(int *)a = 1;
    if (h) reach_error();
}
// -- not_guessed: TRUE
int h;
int main(void) {
    unsigned long a = nondet_ulong();
    if (a > 100000) *(char *)a = 1;
    if (h) reach_error();
}
// -- guessed_input_pointer: UNKNOWN
int h;
extern int *nondet_pointer(void);
int main(void) {
    int *p = nondet_pointer();
    if (p == &h) *p = 1;
    if (h) reach_error();
}
// -- memset_through_guess: UNKNOWN
int h;
int main(void) {
    unsigned long a = nondet_ulong();
    if (a == (unsigned long)&h) memset((void *)a, 1, 4);
    if (h) reach_error();
}
// -- freed_memory_is_used_again: UNKNOWN
int main(void) {
    int *p = malloc(4);
    unsigned long u = (unsigned long)p;
    free(p);
    int *q = malloc(4);
    if ((unsigned long)q == u) reach_error();
}
// -- freed_memory_is_not_used_again: UNKNOWN
int main(void) {
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    if (p != q) reach_error();
}
// -- nothing_is_allocated_after_free: TRUE
int main(void) {
    int *p = malloc(4), *q = malloc(4);
    free(p);
    if (p == q) reach_error();
}
// -- live_allocations_differ: TRUE
int main(void) {
    int *p = malloc(4), *q = malloc(4);
    if (p == q) reach_error();
}
// -- reallocated_in_place: UNKNOWN
int main(void) {
    int *p = malloc(4);
    int *q = realloc(p, 4);
    if (q == p) reach_error();
}
// -- locals_of_two_calls: UNKNOWN
unsigned long f(void) { int x = 0; return (unsigned long)&x; }
int main(void) {
    unsigned long a = f(), b = f();
    if (a == b) reach_error();
}
// -- locals_of_two_calls_differ: UNKNOWN
unsigned long f(void) { int x = 0; return (unsigned long)&x; }
int main(void) {
    unsigned long a = f(), b = f();
    if (a != b) reach_error();
}
// -- locals_of_two_rounds: UNKNOWN
int main(void) {
    unsigned long a = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1 && a != (unsigned long)&x) reach_error();
        a = (unsigned long)&x;
    }
}
// -- local_of_caller_differs: TRUE
int f(int *p) { int x = 0; return p == &x; }
int main(void) {
    int y = 0;
    if (f(&y) || f(&y)) reach_error();
}
// -- array_before_another: UNKNOWN
int a[2], b[2];
int main(void) {
    if (&a[2] == &b[0]) reach_error();
}
// -- array_not_before_another: UNKNOWN
int a[2], b[2];
int main(void) {
    if (&a[2] != &b[0]) reach_error();
}
// -- elements_differ: TRUE
int a[2], b[2];
int main(void) {
    unsigned i = nondet_uint() % 2, k = nondet_uint() % 2;
    if (&a[i] == &b[k]) reach_error();
}
// -- member_past_struct: UNKNOWN
struct s { int x, y; } a, b;
int main(void) {
    if (&a + 1 == &b) reach_error();
}
// -- members_differ: TRUE
struct s { int x, y; } a, b;
int main(void) {
    if (&a.y == &b.x || &a.x == &a.y) reach_error();
}
// -- end_of_own_array: TRUE
int a[3];
int main(void) {
    int n = 0;
    for (int *p = a; p != a + 3; p++) n++;
    if (n != 3) reach_error();
}
// -- equal_literals: UNKNOWN
int main(void) {
    const char *p = "abc", *q = "abc";
    if (p != q) reach_error();
}
// -- equal_literals_shared: UNKNOWN
int main(void) {
    const char *p = "abc", *q = "abc";
    if (p == q) reach_error();
}
// -- end_of_literal: UNKNOWN
int main(void) {
    const char *p = "abc", *q = "xabc";
    if (p == q + 1) reach_error();
}
// -- other_literals: TRUE
int main(void) {
    const char *p = "abc", *q = "abd";
    if (p == q) reach_error();
}
// -- same_literal: TRUE
const char *f(void) { return "abc"; }
int main(void) {
    const char *p = f(), *q = p + 1;
    if (p == q || p != q - 1) reach_error();
}
// -- constant_objects_differ: TRUE
const int a = 1, b = 1;
int main(void) {
    if (&a == &b) reach_error();
}
// -- functions_differ: TRUE
int f(void) { return 1; }
int g(void) { return 2; }
int main(void) {
    int (*p)(void) = nondet_int() ? f : g;
    if (p == f && p() != 1) reach_error();
    if (p != f && p() != 2) reach_error();
}
// -- order_of_objects: UNKNOWN
int a, b;
int main(void) {
    if (&a < &b) reach_error();
}
// -- order_in_array: TRUE
int a[4];
int main(void) {
    unsigned i = nondet_uint() % 4, k = nondet_uint() % 4;
    if ((&a[i] < &a[k]) != (i < k)) reach_error();
}
// -- downwards_to_the_start: TRUE
int a[4] = {1, 2, 3, 4};
int main(void) {
    int n = 0;
    for (int *p = a + 3; p >= a; p--) n++;
    if (n != 4) reach_error();
}
