// What is not supported in a function matters only where it is called.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
static inline vector add(vector a, vector b) { return (vector)__builtin_ia32_paddd128(a, b); }
static int sum(int a, int b) { return a + b; }
int main(void) {
    if (sum(1, 2) != 3)
        reach_error();
    return 0;
}
