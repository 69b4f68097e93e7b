// What comes after an access outside of all objects is one of many runs.
// options: --engine sample --property unreach-call
// expect: UNKNOWN(incomplete: the run of the program has undefined behaviour)
// also: --property valid-deref => FALSE(valid-deref)
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p);
    p[1] = 5;
    *p = 6;
    if (*p != 6) reach_error();
    free(p);
    return 0;
}
