// Members without an initialiser are zero, and so is the padding of static variables, of parts that the
// list does not mention, and with an empty list.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
struct s { char c; int i; };
struct t { struct s a; struct s b; short d, e; };
int main(void) {
    static struct s x = {1, 2};
    if (((unsigned char *)&x)[1]) reach_error();
    struct s y = {1}, z = {};
    if (y.c != 1 || y.i || ((unsigned char *)&z)[1]) reach_error();
    struct t u = {{1, 2}, .d = 3};
    if (u.a.c != 1 || u.a.i != 2 || u.b.c || u.b.i || u.d != 3 || u.e) reach_error();
    if (((unsigned char *)&u.b)[1]) reach_error();
    struct s v[3] = {[1] = {4, 5}};
    if (v[0].c || v[0].i || v[1].c != 4 || v[1].i != 5 || v[2].c || v[2].i) reach_error();
    struct { int : 5; unsigned a : 3, b : 9; long l; } w = {.b = 7};
    if (w.a || w.b != 7 || w.l) reach_error();
    return 0;
}
