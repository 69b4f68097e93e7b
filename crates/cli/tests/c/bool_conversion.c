// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    _Bool b = __VERIFIER_nondet_int();
    _Bool *p = &b;
    if (*p != 0 && *p != 1) reach_error();
    b += 2;
    if (*p != 1) reach_error();
    return 0;
}
