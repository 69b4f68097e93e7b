// Of a local union only the member with an initialiser has a value.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
union u { char c; int i; };
int main(void) {
    union u x = {.c = 1};
    if (x.i != 1) reach_error();
    return 0;
}
