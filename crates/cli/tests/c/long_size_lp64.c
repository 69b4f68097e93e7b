// options: --property unreach-call --arch LP64
// expect: TRUE
extern void reach_error(void);
struct s { char c; long long x; void *p; };
int main(void) {
    if (sizeof(long) != 8 || sizeof(struct s) != 24) reach_error();
    return 0;
}
