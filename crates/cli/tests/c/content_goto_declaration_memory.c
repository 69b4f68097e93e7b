// The same for a variable in memory: its life goes on, its value does not.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int again = 0, *p;
back:;
    int x;
    p = &x;
    if (again) {
        if (*p != 5) reach_error();
        return 0;
    }
    *p = 5;
    again = 1;
    goto back;
}
