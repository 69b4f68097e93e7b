// options: --property unreach-call --arch ILP32
// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = calloc(0x10000u, 0x10001u);
    if (p) reach_error();
    return 0;
}
