// The error is reached by runs that mean something, too.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0) {
        reach_error();
    }
    return 10 / x;
}
