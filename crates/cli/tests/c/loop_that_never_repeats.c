// Reductions drop the outer loop, which never repeats. Their way back needs what the clauses say about
// the head of the inner one, though its predicate could be unfolded.
// options: --property unreach-call --engine spacer
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned limit = __VERIFIER_nondet_uint();
    if (limit > 6) return 0;
    unsigned *from = &limit;
    signed char again = 256;
    do {
        int left = *from;
        while (left--) {
            int cells[4] = {left};
            int *next = cells;
            while (next < cells) {}
        }
    } while (again);
    if (limit > 6) reach_error();
    return 0;
}
