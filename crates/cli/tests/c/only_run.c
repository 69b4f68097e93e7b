// Nothing is open here, not even the arguments, which nobody looks at: there is one run, too long for
// a solver, and it ends well.
// expect: TRUE
// also: --engine sample => TRUE
// also: --engine sample --property no-overflow => TRUE
extern void reach_error(void);
static unsigned table[100];
int main(int argc, char **argv) {
    unsigned mixed;
    unsigned sum = 0;
    mixed = 1;
    for (int round = 0; round < 500; round++) {
        for (int i = 0; i < 100; i++) {
            mixed = mixed * 1103515245u + 12345u;
            table[i] += (mixed >> 16) + table[mixed % 100u] / 2u;
            sum += table[i];
        }
    }
    if (sum == 42) reach_error();
    return 0;
}
