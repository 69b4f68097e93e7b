// An element is read through a pointer, of which the index is the offset.
// options: --property no-overflow --engine cells
// expect: TRUE
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int m; };
struct s g = {-2147483647};
struct s *p = &g;
static long long sum(int n, ...) {
    __builtin_va_list list;
    long long total = 0;
    __builtin_va_start(list, n);
    for (int i = 0; i < n; i++) {
        total = total + __builtin_va_arg(list, int);
    }
    return total;
}
static int passed(int b) { return sum(1, (int)*&b); }
int main(void) {
    unsigned char in = __VERIFIER_nondet_uchar();
    if (in > 7) return 0;
    for (int i = 0; i < 1; i++) {
        p->m ^= passed(*&in);
    }
    return 0;
}
