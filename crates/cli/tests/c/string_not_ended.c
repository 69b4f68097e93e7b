// options: --property valid-memsafety
// expect: FALSE(valid-deref)
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    int size = __VERIFIER_nondet_int(), length = 0;
    if (size < 1 || size > 100000)
        return 0;
    char *text = __builtin_alloca(size);
    for (int i = 0; i < size - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[size - 1] = 'x';
    while (text[length])
        length++;
    return 0;
}
