// A handler may set the flag at any time.
// expect: FALSE(unreach-call)
extern void reach_error(void);
volatile int flag;
int main(void) {
  flag = 0;
  if (flag) reach_error();
  return 0;
}
