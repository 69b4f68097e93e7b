// options: --property unreach-call,valid-memsafety
// expect: TRUE
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x = 5;
    uintptr_t u = (uintptr_t)&x;
    int *p = (int *)u;
    *p = 6;
    if (x != 6) reach_error();
    return 0;
}
