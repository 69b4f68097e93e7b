// What is returned fits into 11 bits, since the 16 bits that it is made of do. These are not narrowed,
// so invariants must say that they are small.
// options: --property unreach-call --engine tree-ic3
// expect: TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
union parts { unsigned whole; unsigned short half[2]; };
static unsigned count(union parts p, unsigned steps) {
    p.half[0] = steps > 200 ? 1025 : 1024;
    do {
        steps--;
    } while (steps);
    p.half[1] = 0;
    return p.whole;
}
int main(void) {
    unsigned char steps = __VERIFIER_nondet_uchar();
    if (steps > 3) return 0;
    union parts start = {1024u};
    if (count(start, steps) != 1024) reach_error();
    return 0;
}
