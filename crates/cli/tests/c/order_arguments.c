// Arguments are evaluated in any order.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
int count;
int next(void) { return count++; }
int less(int a, int b) { return a < b; }
int main(void) {
  if (!less(next(), next())) reach_error();
  return 0;
}
