// All values of an initialiser that lie in one cell of the model count, not only the last one.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union { char c[4]; int i; } u = {{1, 2, 3, 4}};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = 0;
    while (k < n) k++;
    if (u.i != 0x04000000) reach_error();
    return 0;
}
