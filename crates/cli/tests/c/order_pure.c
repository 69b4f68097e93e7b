// Calls that do not disturb each other have one order.
// options: --property unreach-call,assertion
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned square(unsigned n) { unsigned result = n; result *= n; return result; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100 + __VERIFIER_nondet_uint() % 100;
  if (square(n) + square(n + 1) < 1 || square(n) + square(n) % 2 > 39700) reach_error();
  return 0;
}
