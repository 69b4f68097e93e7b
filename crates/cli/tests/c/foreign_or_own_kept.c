// A write to memory that the program does not own changes none of its objects.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *get(void);
static int x = 1;
int main(void) {
    int *p = get(), own = 0;
    if (!p) return 0;
    if (__VERIFIER_nondet_int()) { p = &x; own = 1; }
    *p = 5;
    if (x != (own ? 5 : 1)) reach_error();
    if (own && *p != 5) reach_error();
    return 0;
}
