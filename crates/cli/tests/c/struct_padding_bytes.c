// Bytes of padding may be anything after a member was written.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
struct s { char c; int i; };
int main(void) {
    struct s a;
    a.c = 1;
    a.i = 2;
    unsigned char *p = (unsigned char *)&a;
    if (p[1] == 42) reach_error();
    return 0;
}
