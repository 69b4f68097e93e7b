// One run of a program is no proof, not even the only one.
// options: --property unreach-call --engine sample
// expect: UNKNOWN(incomplete: the run of the program violates nothing)
extern void reach_error(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += i;
    if (sum != 45) reach_error();
    return 0;
}
