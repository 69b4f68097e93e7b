// Inside its block it may be used, however often that is entered.
// options: --property valid-memsafety
// expect: TRUE
int main(void) {
    int sum = 0;
    for (int n = 1; n < 4; n++) {
        int a[n];
        int *p = a;
        for (int i = 0; i < n; i++) p[i] = i;
        sum += p[n - 1];
    }
    return sum;
}
