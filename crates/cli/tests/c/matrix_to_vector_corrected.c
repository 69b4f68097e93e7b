// Figure 3 of the paper on 2LS, corrected.
// options: --property bounds
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int matrix[40][40], vector[1000];
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (m > 40 || n > 40 || m * n > 1000) return 0;
    for (unsigned row = 0; row < m; row++)
        for (unsigned column = 0; column < n; column++)
            vector[row * n + column] = matrix[row][column];
    return 0;
}
