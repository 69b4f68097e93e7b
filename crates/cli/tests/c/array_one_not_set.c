// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
int a[1000];
int main(void) {
    for (int i = 1; i < 1000; i++)
        a[i] = 42;
    for (int i = 0; i < 1000; i++)
        if (a[i] != 42)
            reach_error();
    return 0;
}
