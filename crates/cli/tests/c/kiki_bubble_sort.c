// The loops of a bubble sort of an array whose size is not negative.
// options: --engine kiki --property no-overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 0) return 0;
    int swaps = 0;
    for (int c = 0; c < size - 1; c++)
        for (int d = 0; d < size - c - 1; d++)
            if (__VERIFIER_nondet_int()) swaps = d + 1;
    return swaps;
}
