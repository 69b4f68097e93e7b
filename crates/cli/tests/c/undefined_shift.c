// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int s = 40;
    if ((1u << s) == 256) reach_error();
    return 0;
}
