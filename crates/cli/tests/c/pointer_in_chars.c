// options: --property unreach-call,valid-memsafety
// expect: TRUE
#include <string.h>
extern void reach_error(void);
int main(void) {
    int x = 5, *p = &x, *q;
    char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    memcpy(&q, bytes, sizeof p);
    *q = 6;
    if (x != 6) reach_error();
    return 0;
}
