// By convention a function that nobody knows leaves memory alone; a note says so.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern void fill(int *p);
int main(void) {
    int x = 1;
    fill(&x);
    if (x != 1) reach_error();
    return 0;
}
