// Each activation has locals of its own.
// options: --property unreach-call,valid-memsafety
// expect: TRUE
extern void reach_error(void);
static int walk(int depth, int *above) {
    int mine = depth;
    if (depth == 3) return *above;
    int below = walk(depth + 1, &mine);
    if (mine != depth || *above != depth - 1) reach_error();
    return below;
}
int main(void) {
    int top = -1;
    if (walk(0, &top) != 2) reach_error();
    return 0;
}
