// Each time the block is entered, the variable has any value again.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int first = 0;
    for (int i = 0; i < 2; i++) {
        goto inside;
        {
            int y = 3;
        inside:
            if (i == 0) first = y;
            else if (y == first + 1) reach_error();
        }
    }
    return 0;
}
