// options: --property valid-memsafety --engine cells
// expect: TRUE
// also: --property valid-memsafety => TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static void copy(char *to, const char *from) {
    while ((*to++ = *from++) != '\0')
        ;
}
int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100000)
        return 0;
    char *text = __builtin_alloca(size), *other = __builtin_alloca(size);
    for (int i = 0; i < size; i++)
        text[i] = __VERIFIER_nondet_char();
    text[size - 1] = '\0';
    copy(other, text);
    return 0;
}
