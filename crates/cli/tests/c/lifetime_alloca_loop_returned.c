// The first of several objects that one statement allocates on the stack ends with the activation too.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <alloca.h>
static int *make(int n) {
    int *first = 0;
    for (int i = 0; i < n; i++) {
        int *p = alloca(sizeof(int));
        *p = i;
        if (!first)
            first = p;
    }
    return first;
}
int main(void) {
    int *p = make(3);
    return *p;
}
