// options: --property unreach-call,assertion --engine cells
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[40000];
int main(void) {
    for (int i = 0; i < 10000; i++) {
        a[4 * i] = 1;
        a[4 * i + 1] = 2;
        a[4 * i + 2] = 3;
        a[4 * i + 3] = 4;
    }
    for (int i = 0; i < 40000; i++)
        if (a[i] < 1 || a[i] > 4)
            reach_error();
    return 0;
}
