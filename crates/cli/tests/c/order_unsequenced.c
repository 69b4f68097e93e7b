// No meaning, so no violation.
// expect: UNKNOWN(incomplete: the runs found have undefined behaviour: 'i' is changed and accessed in no order in 'a[i] = i++' at crates/cli/tests/c/order_unsequenced.c:6:3)
extern void reach_error(void);
int main(void) {
  int a[2] = { 5, 5 }, i = 0;
  a[i] = i++;
  if (a[0] == 0 || a[1] == 0) reach_error();
  return 0;
}
