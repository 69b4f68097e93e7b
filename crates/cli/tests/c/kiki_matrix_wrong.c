// Rows of a matrix in a vector, with the wrong distance between rows.
// options: --engine kiki --kiki-domain intervals --property bounds
// expect: FALSE(bounds)
#define SIZE 20
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (!(m <= SIZE && n <= SIZE && m * n <= SIZE)) return 0;
    int vector[SIZE];
    for (int row = 0; row < m; ++row) {
        for (int col = 0; col < n; ++col) {
            int index = row * m + col;
            vector[index] = row - col;
        }
    }
    return 0;
}
