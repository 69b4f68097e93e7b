// Pointers of the environment in a structure that is copied.
// options: --property unreach-call --engine bmc
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct ops { int tag; int *data; };
extern int *lookup(void);
int x = 1;
int main(void) {
    struct ops own = {1, &x}, other, used;
    other.tag = 2;
    other.data = lookup();
    struct ops *from = __VERIFIER_nondet_int() ? &own : &other;
    used = *from;
    if (used.data && *used.data != 1) reach_error();
    return 0;
}
