// options: --property no-overflow
// expect: FALSE(no-overflow)
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int s = __VERIFIER_nondet_int();
    if (s < 0 || s > 31) return 0;
    return 1 << s;
}
