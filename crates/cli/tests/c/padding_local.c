// The padding of a local variable is not initialised.
// options: --property unreach-call
// expect: FALSE(unreach-call)
extern void reach_error(void);
struct s { char c; int i; };
int main(void) {
    struct s x = {1, 2};
    if (((unsigned char *)&x)[1]) reach_error();
    return 0;
}
