// The length of a type was computed before.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int n = 3;
    int values[2][n];
    __typeof__(values[0]) row;
    __typeof__(&values[1]) rows = &values[1];
    n = 5;
    if (sizeof row != 3 * sizeof(int) || sizeof *rows != 3 * sizeof(int)) reach_error();
    return 0;
}
