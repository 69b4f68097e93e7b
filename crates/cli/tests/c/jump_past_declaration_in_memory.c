// The same for a variable whose address is taken: its life begins with any content.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int first = 0;
    for (int i = 0; i < 2; i++) {
        goto inside;
        {
            int y = 3;
            int *p;
        inside:
            p = &y;
            if (i == 0) first = *p;
            else if (*p == first + 1) reach_error();
        }
    }
    return 0;
}
