// A struct that lies partly outside.
// options: --property valid-memsafety
// expect: FALSE(valid-deref)
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof(int)), q;
    p->a = 1;
    q = *p;
    free(p);
    return q.a;
}
