// The value of a statement expression outlives the variables that it is made of.
// options: --property unreach-call,valid-memsafety
// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
struct inner { int x; };
struct outer { int a; struct inner in; };
int main(void) {
    struct outer *o = malloc(sizeof *o);
    struct inner *i = &o->in;
    struct outer *p = ({
        const struct inner *m = i;
        (struct outer *)((char *)m - (size_t)&((struct outer *)0)->in);
    });
    if (p != o) reach_error();
    free(p);
    return 0;
}
