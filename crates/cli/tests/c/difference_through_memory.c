// A distance between objects leads back to the one it was taken from.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a computation with the bits of an address)
extern void reach_error(void);
static char a[4], b[4];
int main(void) {
    long apart = &a[0] - &b[0];
    *(b + apart) = 1;
    if (a[0] == 1) reach_error();
    return 0;
}
