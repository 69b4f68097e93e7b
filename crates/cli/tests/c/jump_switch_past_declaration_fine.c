// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int y;
    case 1:
        y = 3;
        if (y == 7) reach_error();
        break;
    default:
        y = 7;
    }
    return 0;
}
