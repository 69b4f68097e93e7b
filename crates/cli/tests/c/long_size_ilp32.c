// options: --property unreach-call --arch ILP32
// expect: TRUE
extern void reach_error(void);
struct s { char c; long long x; void *p; };
int main(void) {
    if (sizeof(long) != 4 || sizeof(struct s) != 16) reach_error();
    return 0;
}
