// A declaration with initialiser sets it each time.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int again = 0, *p;
back:;
    int x = 3;
    p = &x;
    if (*p != 3) reach_error();
    if (again) return 0;
    *p = 5;
    again = 1;
    goto back;
}
