// options: --property no-overflow
// expect: FALSE(no-overflow)
// Elements are not promoted: the second sum does not fit a signed char.
typedef signed char v4qi __attribute__((vector_size(4)));
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    v4qi v = {1, __VERIFIER_nondet_schar(), 3, 4};
    if (v[1] < 100 || v[1] > 120)
        return 0;
    v = v + 8;
    return v[1];
}
