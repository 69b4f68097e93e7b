// The array of the iteration before is gone.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int *before = 0, sum = 0;
    for (int i = 1; i < 3; i++) {
        int a[i];
        a[0] = i;
        if (before) sum += *before;
        before = a;
    }
    return sum;
}
