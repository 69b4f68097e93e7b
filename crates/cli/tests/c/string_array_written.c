// options: --property valid-memsafety
// expect: TRUE
int main(void) {
    char s[] = "abc";
    s[3] = 'x';
    return 0;
}
