// options: --property unreach-call
// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 3;
    p[1] = 4;
    p = realloc(p, 3 * sizeof(int));
    if (p[0] != 3 || p[1] != 4) reach_error();
    p = realloc(p, sizeof(int));
    if (p[0] != 3) reach_error();
    free(p);
    return 0;
}
