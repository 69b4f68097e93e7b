// Functions with the attribute constructor have run when main starts.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(void) {
    if (!ready)
        reach_error();
    return 0;
}
