// Where objects are in one run says nothing of others.
// options: --property unreach-call --engine sample
// expect: UNKNOWN(incomplete: what the program does may depend on addresses or bits of a NaN)
extern void reach_error(void);
int main(void) {
    int a, b;
    if (&a < &b) reach_error();
    return 0;
}
