// An index that leaves an inner array, not the whole object.
// options: --property bounds
// expect: FALSE(bounds)
int a[2][3];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    return a[0][i];
}
