// The variable that pointed to it is out of scope.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
int main(void) {
    {
        int *p = malloc(4);
        *p = 1;
    }
    while (1) { }
}
