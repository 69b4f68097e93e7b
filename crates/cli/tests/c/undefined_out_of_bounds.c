// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int a[2] = {0, 0};
    int i = 7;
    int *p = a;
    if (p[i] == 0) reach_error();
    return 0;
}
