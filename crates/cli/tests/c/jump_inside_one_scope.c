// The jump stays in the block, but passes a declaration; the flag has any of its two values.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int old = 0;
    for (int i = 0; i < 2; i++) {
        if (i) goto past;
        _Bool flag = 1;
        old = 1;
    past:
        if (old && !flag) reach_error();
    }
    return 0;
}
