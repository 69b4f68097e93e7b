// Copies until a separator: the index never passes the length. That takes a bound of their difference,
// or induction over a few rounds; bounds of each variable alone do not tell.
// options: --property unreach-call,assertion --engine kiki --kiki-domain zones --kiki-max-unwind 1
// expect: TRUE
// also: --engine kiki --kiki-domain octagons --kiki-max-unwind 1 => TRUE
// also: --engine kiki --kiki-domain intervals --kiki-max-unwind 1 => UNKNOWN(incomplete: no proof with 1 unwindings)
// also: --engine kiki --kiki-havoc => TRUE
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
