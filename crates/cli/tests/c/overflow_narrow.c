// Narrow types are computed in int and converted.
// options: --property no-overflow
// expect: TRUE
extern signed char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
    signed char c = __VERIFIER_nondet_char();
    short s = __VERIFIER_nondet_short();
    c++;
    c += 100;
    c *= 2;
    s = -s;
    s--;
    s *= 3;
    return c + s;
}
