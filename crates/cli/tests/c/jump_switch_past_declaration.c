// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int y = 3;
    case 1:
        if (y == 7) reach_error();
        break;
    default:
        y = 7;
    }
    return 0;
}
