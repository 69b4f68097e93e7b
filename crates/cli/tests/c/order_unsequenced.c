// What comes after undefined behaviour is no violation.
// options: --property unreach-call,assertion
// expect: TRUE
extern void reach_error(void);
int main(void) {
  int a[2] = { 5, 5 }, i = 0;
  a[i] = i++;
  if (a[0] == 0 || a[1] == 0) reach_error();
  return 0;
}
