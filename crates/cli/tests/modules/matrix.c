// Products of 3 x 3 matrices of small numbers fit their type.
// BUG: the sum is kept in a type that is too small for the bounds.
#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);

#define N 3

#ifdef BUG
typedef short number;
#else
typedef int number;
#endif

static void multiply(signed char a[N][N], signed char b[N][N], number out[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++) {
                sum += a[i][k] * b[k][j];
            }
            out[i][j] = (number)sum;
            assert(out[i][j] == sum);
        }
    }
}

int main(void) {
    signed char a[N][N], b[N][N];
    number out[N][N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = __VERIFIER_nondet_char();
            b[i][j] = __VERIFIER_nondet_char();
        }
    }
    multiply(a, b, out);
    return 0;
}
