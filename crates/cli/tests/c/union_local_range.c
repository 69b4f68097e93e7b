// Of local unions only the members with an initialiser have values, in ranges, too.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
union u { char c; int i; };
int main(void) {
    union u x[4] = {[0 ... 2] = {.c = 1}};
    if (x[1].i != 1) reach_error();
    return 0;
}
