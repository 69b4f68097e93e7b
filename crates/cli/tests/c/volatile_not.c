// Without `volatile`, nothing but the program changes the flag.
// options: --property unreach-call,assertion
// expect: TRUE
extern void reach_error(void);
int flag;
int main(void) {
  flag = 0;
  if (flag) reach_error();
  return 0;
}
