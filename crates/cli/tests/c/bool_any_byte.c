// A _Bool read from bytes that are neither 0 nor 1.
// options: --property unreach-call
// expect: FALSE(unreach-call)
#include <string.h>
extern void reach_error(void);
int main(void) {
    unsigned char two = 2;
    _Bool b;
    memcpy(&b, &two, 1);
    unsigned char back;
    memcpy(&back, &b, 1);
    if (back == 2) reach_error();
    return 0;
}
