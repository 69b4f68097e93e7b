// A call of null ends the run.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    void (*f)(void) = 0;
    f();
    reach_error();
    return 0;
}
