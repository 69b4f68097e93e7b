// An index from one object never leads into another.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int a[2] = {0, 0}, b[2] = {0, 0};
    int *p = a;
    return p[2] + b[0];
}
