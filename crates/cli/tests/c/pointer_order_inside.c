// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[4];
    unsigned i = __VERIFIER_nondet_uint() % 4;
    if (!(&a[i] < a + 4) || &a[i] < a || (a + 4) - &a[i] != 4 - (int)i) reach_error();
    return 0;
}
