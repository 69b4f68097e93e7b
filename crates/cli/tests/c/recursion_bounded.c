// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : sum(n - 1) + n; }
int main(void) {
    if (sum(5) != 15) reach_error();
    return 0;
}
