// A local without initialiser has any content each time its block is entered.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        int *p = &x;
        if (i == 1 && *p != 5) reach_error();
        *p = 5;
    }
    return 0;
}
