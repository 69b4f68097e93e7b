// A run is no evidence of what comes after undefined behaviour.
// options: --property unreach-call --engine sample
// expect: UNKNOWN(incomplete: the run of the program has undefined behaviour)
extern void reach_error(void);
int zero;
int main(void) {
    int quotient = 1 / zero;
    if (quotient != 0 || quotient == 0) reach_error();
    return 0;
}
