// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    void *target = __VERIFIER_nondet_int() ? &&inside : &&before;
    goto *target;
before: {
        int y = 3;
    inside:
        if (y == 7) reach_error();
    }
    return 0;
}
