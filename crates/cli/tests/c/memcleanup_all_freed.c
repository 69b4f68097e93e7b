// options: --property valid-memcleanup
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p[3];
    for (int i = 0; i < 3; i++) p[i] = malloc(4);
    for (int i = 2; i >= 0; i--) free(p[i]);
    return 0;
}
