// What a call does to globals is not forgotten.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned calls;
static void again(unsigned n) {
    calls++;
    if (n > 0) again(n - 1);
}
int main(void) {
    again(__VERIFIER_nondet_uint());
    if (calls == 105) reach_error();
    return 0;
}
