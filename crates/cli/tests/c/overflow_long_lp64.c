// options: --property no-overflow --arch LP64
// expect: TRUE
int main(void) {
    long x = 2147483647;
    x += 1;
    return x > 0;
}
