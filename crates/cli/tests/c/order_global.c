// The call may come before the variable is read.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
int g = 1;
int f(void) { g = 5; return 1; }
int main(void) {
  int sum = g + f();
  if (sum != 2) reach_error();
  return 0;
}
