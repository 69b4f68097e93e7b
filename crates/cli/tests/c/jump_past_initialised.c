// A jump past an initialised declaration leaves any value.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    goto inside;
    {
        int y = 3;
    inside:
        if (y == 7) reach_error();
    }
    return 0;
}
