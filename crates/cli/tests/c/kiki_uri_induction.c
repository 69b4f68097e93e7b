// An index that never passes a length: induction over a few rounds needs no invariants.
// options: --engine kiki --havoc
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int length = __VERIFIER_nondet_int();
    int start = __VERIFIER_nondet_int();
    if (!(0 < length && 0 < start && start < length)) return 0;
    int at = start;
    while (at != length - 1) {
        if (__VERIFIER_nondet_int() == '/') break;
        if (!(at < length)) __VERIFIER_error();
        ++at;
    }
    return 0;
}
