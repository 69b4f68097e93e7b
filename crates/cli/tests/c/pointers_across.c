// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int a, b;
    int *p = &a, *q = &b;
    if (p == q) reach_error();
    return 0;
}
