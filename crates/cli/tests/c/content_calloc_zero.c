// options: --property unreach-call
// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = calloc(3, sizeof *p);
    if (p[0] || p[1] || p[2]) reach_error();
    free(p);
    return 0;
}
