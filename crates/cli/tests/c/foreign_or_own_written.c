// A pointer from outside may point to memory that the program does not own, even if it shares a
// variable with pointers to objects.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *get(void);
static int x = 1;
int main(void) {
    int *p = get();
    if (!p) return 0;
    if (__VERIFIER_nondet_int()) p = &x;
    *p = 5;
    if (x != 5) reach_error();
    return 0;
}
