// Functions that run before main: first those with priorities, the smallest first.
#include <stdio.h>
static int table[4], filled;
static void last(void) __attribute__((constructor));
void note(const char *name) { printf("%s %d\n", name, filled); }
__attribute__((constructor)) static void fill(void) {
    note("fill");
    for (int i = 0; i < 4; i++)
        table[i] = i * i;
    filled = 1;
}
__attribute__((constructor(300))) static void middle(void) { note("middle"); }
__attribute__((__constructor__(200))) static void first(void) { note("first"); }
static void last(void) { note("last"); }
int main(void) {
    note("main");
    printf("%d\n", table[3]);
    return 0;
}
