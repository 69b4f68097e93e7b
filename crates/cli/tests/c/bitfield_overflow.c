// The value is converted, the addition is one of ints: nothing overflows.
// options: --property no-overflow
// expect: TRUE
struct f { int b : 5; } x;
int main(void) {
    x.b = 15;
    x.b++;
    x.b += 100;
    return 0;
}
