// What is printed is as long as it is, or printing fails.
// options: --property unreach-call
// expect: TRUE
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int length = printf("hello %s%c\n", "world", '!');
    if (length >= 0 && length != 13) reach_error();
    if (length < 0) return 1;
    int number = __VERIFIER_nondet_int();
    length = printf("%d\n", number);
    if (number >= 100 && number < 1000 && length >= 0 && length != 4) reach_error();
    int put = putchar('a');
    if (put != 'a' && put != EOF) reach_error();
    int line = puts("text");
    if (line < 0 && line != EOF) reach_error();
    return 0;
}
