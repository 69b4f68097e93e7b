// A function that is called as another type: no answer.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a call of 'one' as a function of another type)
extern void reach_error(void);
static int one(int x) { return x; }
int main(void) {
    long (*f)(long, long) = (long (*)(long, long))one;
    if (f(1, 2) == 1) reach_error();
    return 0;
}
