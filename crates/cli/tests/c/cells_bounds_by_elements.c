// What is read from an array bounds a variable: the bound is no part of a proof without the array.
// options: --property unreach-call --engine cells --reduce-block-limit 0 --reduce-without narrow
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static long long keep_wide(long long x) { return x; }
static int keep(int x) { return x; }
int main(void) {
    unsigned in = __VERIFIER_nondet_uint();
    if (in > 6) return 0;
    static unsigned long a[4] = {137438953472ul, 0, 10, 0};
    int b[4] = L"za0a";
    unsigned long *p = &a[3];
    int n = in;
    do {
        (b[3] = keep_wide(in + p[0])) || (in = b[2]);
        int c[4] = {keep_wide(4), p[0], keep_wide(keep(b[keep_wide(16) % 4] & 10)), a[1]};
        n--;
    } while (n > 0);
    switch (p[0] & 3) {
    case 256:
        a[1] = keep_wide(a[(a[keep_wide(4) % 4] - b[0]) & 3]);
        reach_error();
    }
    return 0;
}
