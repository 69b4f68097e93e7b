// The inner loop changes a pointer that nothing else needs: without it, its runs return to the same
// state, and prove less than they seem to.
// options: --property unreach-call --engine kind --kind-simple-path --kind-max-k 4
// expect: UNKNOWN(incomplete: no proof up to the greatest k)
extern void reach_error(void);
int walk(unsigned char start) {
    unsigned char cells[2] = {0, start};
    unsigned char *next = cells;
    long long sum = 0;
    while (next != cells) {
        sum ^= *next++;
    }
    return 0;
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        walk(i);
        if (!(i >= -2.25)) reach_error();
    }
    return 0;
}
