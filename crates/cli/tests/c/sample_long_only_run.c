// Nothing is open here, so the only run is followed to its end, however far that is. A variable
// that has no value at first does not make it another run.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
// also: --engine sample => FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    unsigned i, odd;
    for (i = 0, odd = 0; i < 30000000; i++) odd ^= 1;
    if (!odd) reach_error();
    return 0;
}
