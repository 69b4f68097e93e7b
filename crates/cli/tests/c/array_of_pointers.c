// options: --engine cells --property unreach-call
// expect: TRUE
// also: --property unreach-call => TRUE
#include <stdlib.h>
extern void reach_error(void);
int *p[10000];
int main(void) {
    for (int i = 0; i < 10000; i++) {
        p[i] = malloc(sizeof(int));
        if (!p[i])
            return 0;
        *p[i] = 5;
    }
    for (int i = 0; i < 10000; i++)
        if (*p[i] != 5)
            reach_error();
    return 0;
}
