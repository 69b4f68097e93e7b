// Nothing is open but where objects are, which nobody is asked for.
// options: --property unreach-call,assertion --engine sample
// expect: UNKNOWN(incomplete: what the program does may depend on addresses or bits of a NaN)
extern void reach_error(void);
int a, b;
int main(void) {
    int *first = &a, *second = &b;
    if (first < second) reach_error();
    return 0;
}
