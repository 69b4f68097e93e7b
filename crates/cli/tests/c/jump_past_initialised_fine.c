// Only the entry that passes the declaration comes to the error, and there the value is known.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int jumped = __VERIFIER_nondet_int();
    if (jumped) goto inside;
    {
        int y = 3;
    inside:
        if (!jumped && y != 3) reach_error();
    }
    return 0;
}
