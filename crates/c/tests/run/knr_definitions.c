/* Knr definitions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(a,b,c) int a;
char b;
double c;
{
  return a+b+(int)c;
}
int g(x) {
  return x*2;
}
h(p,q) int*p;
{
  return *p+q;
}
static k() {
  return 7;
}
int m(s) short s;
{
  return sizeof s*100+s;
}
float ff(x) float x;
{
  return x+0.5f;
}
int arr(a) int a[];
{
  return sizeof a==sizeof(int*)?a[1]:-1;
}
int fp(fn,x) int (*fn)();
int x;
{
  return fn(x);
}
main() {
  int v=5;
  P(f(1,2,3.9));
  P(g(4));
  P(h(&v,6));
  P(k());
  P(m(70000));
  P((int)(ff(1.25f)*100));
  int a[]={1,8};
  P(arr(a));
  P(fp(g,9));
  P(f(1,300,2.0));
  return 0;
}
