// How far objects are apart is not known, but it does not matter here.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
static int a, b;
int main(void) {
    long apart = &a - &b;
    if (apart == 7) apart = 0;
    if (apart == 7) reach_error();
    return 0;
}
