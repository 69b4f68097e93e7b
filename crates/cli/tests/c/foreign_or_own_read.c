// What is read through a pointer from outside is anything, even if the pointer shares a variable with
// pointers to objects.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *get(void);
static int x = 1;
int main(void) {
    int *q = get(), *p = q;
    if (!q) return 0;
    if (__VERIFIER_nondet_int()) p = &x;
    if (*p != 1) reach_error();
    return 0;
}
