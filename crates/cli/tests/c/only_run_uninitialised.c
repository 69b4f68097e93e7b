// The run that is seen first ends well, but another one does not: a variable has any value at first.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
// also: --engine sample --property unreach-call,assertion => UNKNOWN(incomplete: the program may have other runs than the one that violates nothing)
extern void reach_error(void);
int main(void) {
    int x, y = 0;
    for (int i = 0; i < 10; i++) y += i;
    if (y == 45 && x == 123456789) reach_error();
    return 0;
}
