// options: --engine cells
// expect: TRUE
// also: --property unreach-call => TRUE
extern void reach_error(void);
int a[100000];
int main(void) {
    for (int i = 0; i < 100000; i++)
        a[i] = 42;
    for (int i = 0; i < 100000; i++)
        if (a[i] != 42)
            reach_error();
    return 0;
}
