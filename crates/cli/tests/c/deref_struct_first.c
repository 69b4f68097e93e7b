// options: --property valid-memsafety
// expect: TRUE
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof(int));
    p->a = 1;
    int r = p->a;
    free(p);
    return r;
}
