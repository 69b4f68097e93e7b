// A constant of the program is a likely input.
// options: --property unreach-call --engine sample
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 123456789) reach_error();
    return 0;
}
