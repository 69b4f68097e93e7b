// options: --property valid-memsafety
// expect: FALSE(valid-deref)
static int *leak(void) {
    int x = 1;
    int *p = &x;
    return p;
}
int main(void) { return *leak(); }
