// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: shift out of range in '1 << s' at crates/cli/tests/c/undefined_shift.c:6:9)
extern void reach_error(void);
int main(void) {
    int s = 40;
    if ((1u << s) == 256) reach_error();
    return 0;
}
