// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: invalid read of 'p[i]' at crates/cli/tests/c/undefined_out_of_bounds.c:8:9)
extern void reach_error(void);
int main(void) {
    int a[2] = {0, 0};
    int i = 7;
    int *p = a;
    if (p[i] == 0) reach_error();
    return 0;
}
