// There are more orders than are told apart.
// options: --property unreach-call,assertion
// expect: UNKNOWN(unsupported: the order of evaluation of 'sum(next(), next(), next(), next(), next(), next()) != 15')
extern void reach_error(void);
int count;
int next(void) { return count++; }
int sum(int a, int b, int c, int d, int e, int f) { return a + b + c + d + e + f; }
int main(void) {
  if (sum(next(), next(), next(), next(), next(), next()) != 15) reach_error();
  return 0;
}
