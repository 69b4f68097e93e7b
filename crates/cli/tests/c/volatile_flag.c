// A handler may set the flag at any time.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
volatile int flag;
int main(void) {
  flag = 0;
  if (flag) reach_error();
  return 0;
}
