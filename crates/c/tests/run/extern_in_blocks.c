/* Extern in blocks. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
extern int e1;
int get(void) {
  extern int e1;
  return e1;
}
int e1=5;
int e2;
static int st;
int f(void) {
  static int st=10;
  return st++;
}
int g(void) {
  return++st;
}
extern const char*msg;
const char*msg="hi";
int arr[3];
extern int arr[];
void h(void) {
  extern int arr[3];
  arr[1]=4;
}
static int fwd(int);
int callf(int x) {
  return fwd(x);
}
static int fwd(int x) {
  return x*3;
}
extern int fn(int),e3;
int fn(int x) {
  return x;
}
int e3=8;
int main() {
  P(get());
  P(e2);
  P(f()+f());
  P(g()+g());
  P(*msg);
  h();
  P(arr[1]);
  P(callf(2));
  P(fn(e3));
  {
    int e1=1;
    {
      extern int e1;
      P(e1);
    }
    P(e1);
  }
  return 0;
}
