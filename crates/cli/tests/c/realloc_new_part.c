// The new part has any content.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof(int));
    p[0] = 3;
    p = realloc(p, 2 * sizeof(int));
    if (p[1] == 77) reach_error();
    free(p);
    return 0;
}
