// What an initialiser says of a union holds, and what it does not mention is zero.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
union u { char c; int i; };
struct s { int a; union u b; };
int main(void) {
    static union u x = {.c = 1};
    if (x.i != 1) reach_error();
    union u y = {.i = 7}, z = {}, v = {.c = 1, .i = 5}, w = y;
    if (y.i != 7 || y.c != 7 || z.i || v.i != 5 || w.i != 7) reach_error();
    struct s t = {1}, p = {.b.c = 3};
    if (t.a != 1 || t.b.i || p.a || p.b.c != 3) reach_error();
    return 0;
}
