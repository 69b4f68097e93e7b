// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <string.h>
int main(void) {
    char b[2] = {'a', 'b'};
    return strlen(b);
}
