// Where memory may run out, the result of strdup must be looked at.
// options: --property valid-deref --malloc-may-fail
// expect: FALSE(valid-deref)
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *copy = strdup("ab");
    copy[1] = 'c';
    free(copy);
    return 0;
}
