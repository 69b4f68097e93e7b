/* Evaluation. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int g;
int f(int x) {
  g=g*10+x;
  return x;
}
int main() {
  int a=1;
  a=(a=2,a+3);
  P(a);
  int b=(f(1),f(2),f(3));
  P(b);
  P(g);
  g=0;
  P(f(1)&&f(0)&&f(2));
  P(g);
  g=0;
  P(f(0)||f(3)||f(4));
  P(g);
  g=0;
  f(1)?f(2):f(3);
  P(g);
  int i=0;
  int arr[3]={0};
  arr[i++]=5;
  P(arr[0]);
  P(i);
  i=i++ + 0 ? 1:0;
  P(i);
  i=3;
  P(i++ , i);
  i+=i;
  P(i);
  int x=5,y=x--;
  P(x*10+y);
  return 0;
}
