// A pointer that is set anew in each iteration is fine.
// options: --property valid-memsafety
// expect: TRUE
int main(void) {
    int *p, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        p = &x;
        sum += *p;
    }
    return sum;
}
