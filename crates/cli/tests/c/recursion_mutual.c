// options: --property unreach-call
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int odd(unsigned x);
static int even(unsigned x) { return x == 0 ? 1 : odd(x - 1); }
static int odd(unsigned x) { return x == 0 ? 0 : even(x - 1); }
int main(void) {
    int answer = even(__VERIFIER_nondet_uint());
    if (answer != 0 && answer != 1) reach_error();
    return 0;
}
