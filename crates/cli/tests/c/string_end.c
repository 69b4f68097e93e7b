// options: --property valid-memsafety
// expect: FALSE(valid-deref)
int main(void) {
    char s[] = "abc";
    return s[4];
}
