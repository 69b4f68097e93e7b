// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: invalid write to '*p' at crates/cli/tests/c/undefined_null_write.c:6:5)
extern void reach_error(void);
int main(void) {
    int *p = 0;
    *p = 1;
    reach_error();
    return 0;
}
