// A pointer to the instance of the iteration before is invalid.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int *before = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (before) sum += *before;
        before = &x;
    }
    return sum;
}
