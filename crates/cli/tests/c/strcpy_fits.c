// options: --property valid-memsafety,unreach-call
// expect: TRUE
#include <string.h>
extern void reach_error(void);
int main(void) {
    char b[4];
    strcpy(b, "abc");
    if (strlen(b) != 3 || strcmp(b, "abc")) reach_error();
    return 0;
}
