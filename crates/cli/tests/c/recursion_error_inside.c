// The error is in the recursive function itself.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned down(unsigned x, unsigned steps) {
    if (steps == 9) reach_error();
    if (x == 0) return 0;
    return down(x / 2, steps + 1);
}
int main(void) {
    return (int)down(__VERIFIER_nondet_uint(), 0);
}
