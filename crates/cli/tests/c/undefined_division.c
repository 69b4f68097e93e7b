// What follows a division by zero is no run of C, so no run of C calls the error function.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 0) return 0;
    int y = 10 / x;
    if (y == y) reach_error();
    return 0;
}
