// A recursion that never ends is no end either.
// options: --property valid-memtrack
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
static void lose(int n) {
    malloc(4);
    lose(n + 1);
}
int main(void) {
    lose(0);
    return 0;
}
