// options: --engine cells --property unreach-call
// expect: TRUE
// also: --property unreach-call => TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[20000];
int main(void) {
    for (int i = 0; i < 20000; i++)
        a[i] = __VERIFIER_nondet_int();
    int most = a[0];
    for (int i = 0; i < 20000; i++)
        if (a[i] > most)
            most = a[i];
    for (int i = 0; i < 20000; i++)
        if (a[i] > most)
            reach_error();
    return 0;
}
