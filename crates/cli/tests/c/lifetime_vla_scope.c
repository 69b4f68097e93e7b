// A variable-length array ends with its block.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int n = 3, *p;
    {
        int a[n];
        a[1] = 7;
        p = &a[1];
    }
    return *p;
}
