// `_Float32` is not promoted: nothing is known of a variable argument that is read as a `float`.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: a variable argument of a type that is promoted)
extern void reach_error(void);
_Float32 second(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    _Float32 result = __builtin_va_arg(list, _Float32);
    __builtin_va_end(list);
    return result;
}
int main(void) {
    _Float32 x = -2.5f;
    if (second(1, x) != x) reach_error();
    return 0;
}
