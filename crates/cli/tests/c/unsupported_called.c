// ... and then nothing is known.
// options: --property unreach-call
// expect: UNKNOWN(unsupported: the builtin `__builtin_ia32_paddd128`)
extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
static inline vector add(vector a, vector b) { return (vector)__builtin_ia32_paddd128(a, b); }
int main(void) {
    vector a = {0}, b = {0};
    a = add(a, b);
    if (sizeof a != 16)
        reach_error();
    return 0;
}
