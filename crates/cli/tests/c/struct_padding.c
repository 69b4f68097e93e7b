// Padding is copied or not, nobody knows; the members are.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
struct s { char c; int i; };
int main(void) {
    struct s a = {1, 2}, b;
    b = a;
    if (b.c != 1 || b.i != 2) reach_error();
    return 0;
}
