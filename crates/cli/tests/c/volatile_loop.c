// The run in which nothing changes is not the only one.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
// also: --engine bmc => FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
  volatile int stop = 0;
  int count = 0;
  while (!stop && count < 100) count++;
  if (count != 100) reach_error();
  return 0;
}
