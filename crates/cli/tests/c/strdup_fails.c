// Where memory may run out, strdup and strndup give null and copy nothing.
// options: --property valid-deref,assertion --malloc-may-fail
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *copy = strdup("ab"), *half = strndup("ab", 1);
    assert(!copy || copy[1] == 'b');
    assert(!half || half[1] == 0);
    free(copy);
    free(half);
    return 0;
}
