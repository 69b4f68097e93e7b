// expect: FALSE(unreach-call)
// As vector_loop.c, but the factor is wrong where there is a round.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef int v4si __attribute__((vector_size(16)));

static v4si keep_even(v4si v) {
    v4si odd = (v & 1) == 1;
    return v & ~odd;
}

int main(void) {
    v4si sum = {0}, step = {1, 2, 3, 4};
    unsigned n = __VERIFIER_nondet_uint() % 5;
    for (unsigned i = 0; i < n; i++)
        sum += step;
    v4si even = keep_even(step * 2 - step);
    if (sum[3] != 3 * sum[0] || sum[1] + sum[2] != 5 * sum[0])
        reach_error();
    if (even[0] || even[1] != 2 || even[2] || even[3] != 4)
        reach_error();
    return 0;
}
