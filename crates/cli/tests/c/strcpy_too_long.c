// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <string.h>
int main(void) {
    char b[3];
    strcpy(b, "abc");
    return b[0];
}
