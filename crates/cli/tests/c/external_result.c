// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int get(int x);
int main(void) {
    if (get(1) == 7) reach_error();
    return 0;
}
