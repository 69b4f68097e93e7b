// Nobody reads the exit status, nor what is printed, so it may depend on an address.
// options: --property unreach-call
// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
char *marked(char *s, int n) {
    for (int i = 0; i < n; i++) s[i] = 'x';
    return s;
}
int main(void) {
    char text[4];
    printf("%d\n", (int)(long)text);
    marked(text, 4);
    if (text[3] != 'x') reach_error();
    return (int)(long)marked(text, 4);
}
