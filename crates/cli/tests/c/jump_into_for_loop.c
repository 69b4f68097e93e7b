// A jump into a loop past the start of its counter.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    goto inside;
    for (int i = 0; i < 10; i++) {
    inside:
        if (i == -5) reach_error();
    }
    return 0;
}
