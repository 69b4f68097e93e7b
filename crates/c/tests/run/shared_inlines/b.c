inline int sq(int x) {
  return x*x;
}
static inline int counter(void) {
  static int n;
  return ++n;
}
int cb(void);
extern inline int sq(int x);
int viab(int x) {
  return sq(x)+1;
}
int cb(void) {
  return counter();
}
