// options: --property no-overflow --arch ILP32
// expect: FALSE(no-overflow)
int main(void) {
    long x = 2147483647;
    x += 1;
    return x > 0;
}
