// What a function returns is read where it is called.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a computation with the bits of an address)
extern void reach_error(void);
int low(char *s) { return (int)(long)s; }
int main(void) {
    char text[4];
    if (low(text) == 5) reach_error();
    return 0;
}
