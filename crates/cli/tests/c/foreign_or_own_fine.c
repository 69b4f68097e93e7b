// The same pointer, looked at only where it leads to the object of the program.
// options: --property unreach-call --engine bmc
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *lookup(void);
int x = 1;
int main(void) {
    int own = __VERIFIER_nondet_int();
    int *p = own ? &x : lookup();
    if (p && own && *p != 1) reach_error();
    if (own) *p = 2;
    if (x != (own ? 2 : 1)) reach_error();
    return 0;
}
