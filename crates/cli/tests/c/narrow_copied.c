// options: --property unreach-call,assertion --engine ic3cfa
// expect: TRUE
// A proof speaks of a copied variable where it is no longer live in the program.
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    _Bool a = __VERIFIER_nondet_bool();
    _Bool b = __VERIFIER_nondet_bool();
    unsigned char never = b + a <= -4;
    _Bool *p = &b;
    int copy = b;
    !__VERIFIER_nondet_int() ? b = __VERIFIER_nondet_int() : (*p = 0);
    copy = never;
    *p = 1;
    int turns = 0;
again:;
    if (++turns < 4) {
        goto again;
    }
    if (!(copy >= *p == 0)) {
        reach_error();
    }
    return 0;
}
