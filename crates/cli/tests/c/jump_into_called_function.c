// Each activation has its own variable without a value.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
static int any(void) {
    goto inside;
    {
        int y = 3;
    inside:
        return y;
    }
}
int main(void) {
    int a = any(), b = any();
    if (a == 1 && b == 2) reach_error();
    return 0;
}
