// The unsigned operand makes the sum wrap around.
// options: --property no-overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    x += 4000000000u;
    return x + 1u > 3;
}
