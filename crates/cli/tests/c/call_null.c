// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: 'f' does not point to a function of its type at crates/cli/tests/c/call_null.c:6:5)
extern void reach_error(void);
int main(void) {
    void (*f)(void) = 0;
    f();
    reach_error();
    return 0;
}
