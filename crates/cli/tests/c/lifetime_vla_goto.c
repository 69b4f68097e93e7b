// A jump out of the block ends the array too.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int n = 2, *p;
    {
        int a[n];
        a[0] = 1;
        p = a;
        goto out;
    }
out:
    return *p;
}
