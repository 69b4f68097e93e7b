// A compound literal lives as long as its block.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    int *p;
    { p = (int[]){1, 2}; }
    return p[1];
}
