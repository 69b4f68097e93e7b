// `continue` and `break` end the array as well.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int n = 2, *p = 0;
    while (1) {
        int a[n];
        a[0] = 5;
        p = a;
        break;
    }
    return *p;
}
