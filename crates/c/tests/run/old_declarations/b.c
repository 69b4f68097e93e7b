#include <stdio.h>
int f(int a,int b) {
  return a*10+b;
}
int g(c) char c;
{
  return c+1;
}
double h(double d) {
  return d*2;
}
void v(void) {
  printf("v\n");
}
char*s(void) {
  return "str";
}
struct p{int a,b;};
struct p mk(int x) {
  struct p r={x,x+1};
  return r;
}
int arr_sum(int*a,int n) {
  int t=0;
  while(n--)t+=a[n];
  return t;
}
