// The same is inside of the object.
// options: --property valid-deref
// expect: TRUE
int a[2][3];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    return a[0][i];
}
