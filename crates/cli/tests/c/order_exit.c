// The call that ends the program need not be the first one.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
extern void exit(int);
int leave(void) { exit(0); return 0; }
int fail(void) { reach_error(); return 0; }
int main(void) {
  return leave() + fail();
}
