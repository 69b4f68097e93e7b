// Whatever is evaluated first, the sum is one of two.
// options: --property unreach-call,assertion
// expect: TRUE
extern void reach_error(void);
int g = 1;
int f(void) { g = 5; return 1; }
int main(void) {
  int sum = g + f();
  if (sum != 2 && sum != 6) reach_error();
  return 0;
}
