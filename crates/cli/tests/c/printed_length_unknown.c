// How long a number with a point is, is not modelled: a violation that depends on it is not believed.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found are not certain: 'printf' is modelled only roughly at crates/cli/tests/c/printed_length_unknown.c:7:9)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    if (printf("%g", 1.5) == 2) reach_error();
    return 0;
}
