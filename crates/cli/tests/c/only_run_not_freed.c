// Whether memory is lost that is not freed in the end is not for a run to say.
// options: --property valid-memsafety
// expect: TRUE
// also: --engine sample --property valid-memsafety => UNKNOWN(incomplete: not all memory is freed in the end, and perhaps lost)
// also: --engine sample => TRUE
#include <stdlib.h>
int *kept;
int main(void) {
    kept = malloc(sizeof *kept);
    *kept = 1;
    return 0;
}
