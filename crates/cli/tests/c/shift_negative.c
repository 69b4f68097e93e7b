// options: --property shift
// expect: FALSE(shift)
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int s = __VERIFIER_nondet_int();
    if (s > 31) return 0;
    return 1u << s;
}
