// A `float` is promoted and read as a `double`.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
double second(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    double result = __builtin_va_arg(list, double);
    __builtin_va_end(list);
    return result;
}
int main(void) {
    float x = -2.5f;
    if (second(1, x) != x) reach_error();
    return 0;
}
