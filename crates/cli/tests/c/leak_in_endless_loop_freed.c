// options: --property valid-memtrack
// expect: TRUE
#include <stdlib.h>
int main(void) {
    while (1) {
        int *p = malloc(4);
        free(p);
    }
}
