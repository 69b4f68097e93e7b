// expect: FALSE(unreach-call)
// As complex_turns.c, but three quarters of a turn do not give -1.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6;
    double _Complex z = 1.0;
    _Complex int w = 1;
    for (unsigned i = 0; i < n; i++) {
        z *= 1.0i;
        w = w * 1i;
    }
    if (z != w)
        reach_error();
    if (n == 3 && (__real__ z != -1 || __imag__ z != 0))
        reach_error();
    return 0;
}
