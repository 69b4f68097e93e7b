// A declaration that is reached again leaves any value.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int again = 0;
back:;
    int x;
    if (again) {
        if (x != 5) reach_error();
        return 0;
    }
    x = 5;
    again = 1;
    goto back;
}
