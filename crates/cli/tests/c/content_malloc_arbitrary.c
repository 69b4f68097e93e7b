// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p);
    if (*p == 12345) reach_error();
    free(p);
    return 0;
}
