// options: --engine cells --property unreach-call
// expect: TRUE
// also: --property unreach-call => TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point {
    int x, y;
};
struct point from[5000], to[5000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5000)
        return 0;
    for (int i = 0; i < n; i++)
        from[i].x = __VERIFIER_nondet_int();
    for (int i = n - 1; i >= 0; i--)
        to[i].x = from[i].x;
    for (int i = 0; i < n; i++)
        if (to[i].x != from[i].x)
            reach_error();
    return 0;
}
