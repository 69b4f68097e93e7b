// ... and then nothing is known.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: operations on vectors)
extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
static inline vector add(vector a, vector b) { return a + b; }
int main(void) {
    vector a, b;
    a = add(a, b);
    if (sizeof a != 16)
        reach_error();
    return 0;
}
