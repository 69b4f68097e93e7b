// What a float becomes that does not fit the integer, C does not say; gcc has several answers.
// options: --property unreach-call
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: a floating-point number does not fit the integer it is converted to)
extern void reach_error(void);
int main(void) {
    if ((int)2147483648.0f != 2147483647) reach_error();
    return 0;
}
