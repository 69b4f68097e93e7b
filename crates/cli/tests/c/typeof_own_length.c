// The length of a type is computed in the operand of `typeof`.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a type with a length that its own expression computes)
extern void reach_error(void);
int main(void) {
    int values[6] = {0}, n = 3;
    __typeof__((int (*)[n])values) rows = (void *)values;
    if (sizeof *rows != 3 * sizeof(int)) reach_error();
    return 0;
}
