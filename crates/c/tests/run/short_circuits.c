/* Short circuits. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int n;
int t(int x) {
  n++;
  return x;
}
int main() {
  int r;
  n=0;
  r=t(0)&&t(1);
  P(r*10+n);
  n=0;
  r=t(1)||t(1);
  P(r*10+n);
  n=0;
  r=t(1)&&t(2)&&t(0)&&t(3);
  P(r*10+n);
  n=0;
  r=t(0)||t(0)||t(5);
  P(r*10+n);
  n=0;
  r=!t(0)&&!t(0);
  P(r*10+n);
  n=0;
  if(t(0)&&t(1)||t(1))r=n;
  P(r);
  n=0;
  r=t(1)?t(0)?1:2:3;
  P(r*10+n);
  n=0;
  while(t(n<3)&&n<5);
  P(n);
  int*p=0;
  P(p&&*p);
  P(!p||*p);
  n=0;
  r=(t(1),t(0))||t(1);
  P(r*10+n);
  n=0;
  r=t(2)&t(1);
  P(r*10+n);
  r=5>3>1;
  P(r);
  n=0;
  (void)(t(0)&&t(1));
  P(n);
  double d=0.0;
  P(d||0);
  P(0.5&&1);
  return 0;
}
