// Only recursion that is deeper than what is unrolled at first comes to the error.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth(int x) {
    if (x <= 0) return 0;
    return depth(x - 1) + 1;
}
int main(void) {
    if (depth(__VERIFIER_nondet_int()) == 120) reach_error();
    return 0;
}
