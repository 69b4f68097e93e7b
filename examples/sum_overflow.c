// A sum of squares that leaves the range of int.
// options: --property no-overflow
// expect: FALSE(no-overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 50000) {
        return 0;
    }
    int square = n * n;
    return square / 2 > 0;
}
