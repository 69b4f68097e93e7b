// A percentage of nothing.
// options: --property division-by-zero
// expect: FALSE(division-by-zero)
extern unsigned char __VERIFIER_nondet_uchar(void);

static int percent(int part, int whole) {
    return 100 * part / whole;
}

int main(void) {
    int good = __VERIFIER_nondet_uchar();
    int bad = __VERIFIER_nondet_uchar();
    return percent(good, good + bad);
}
