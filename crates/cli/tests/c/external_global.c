// By the same convention it leaves globals alone.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern void work(void);
int shared = 1;
int main(void) {
    work();
    if (shared != 1) reach_error();
    return 0;
}
