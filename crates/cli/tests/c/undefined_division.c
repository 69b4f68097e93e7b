// What follows a division by zero is no run of C: no answer can be given.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: division by zero in '10 / x' at crates/cli/tests/c/undefined_division.c:9:13)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 0) return 0;
    int y = 10 / x;
    if (y == y) reach_error();
    return 0;
}
