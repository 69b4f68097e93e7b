// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    char *s = "abc";
    s[0] = 'x';
    return 0;
}
