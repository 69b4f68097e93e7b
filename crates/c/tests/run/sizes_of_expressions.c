/* Sizes of expressions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct f{int n;char d[];};
int n=4;
int f(int a[10]) {
  return sizeof a;
}
int main() {
  int a[3][4],*p[5],(*q)[6];
  char c;
  P(sizeof a);
  P(sizeof a[0]);
  P(sizeof a[0][0]);
  P(sizeof p);
  P(sizeof*p);
  P(sizeof*q);
  P(sizeof q[0][0]);
  P(sizeof c);
  P(sizeof+c);
  P(sizeof(c,c));
  P(sizeof c++);
  P(c*0);
  P(sizeof(struct f));
  P(sizeof f==1);
  P(f(0));
  P(sizeof&f);
  P(sizeof"a""b");
  P(sizeof(int)-sizeof(char));
  P(sizeof(char)*-1<0);
  P(sizeof(int[2][3]));
  P(sizeof(struct{char a;double b;}));
  P(sizeof((char)1+(short)1));
  P(sizeof(1?(char)1:(char)2));
  P(sizeof-1);
  P(sizeof(0L));
  P(sizeof(void(*)(void)));
  P(sizeof(int*)*2);
  P(sizeof n);
  P(sizeof(sizeof n));
  P(sizeof(a)/sizeof(a[0]));
  P(sizeof(char[n]));
  P(sizeof(*(int(*)[n])0));
  P(sizeof((struct f*)0)->n);
  P(sizeof(((struct f*)0)->n));
  P(sizeof(enum{X})*1);
  P(sizeof(long double));
  P(sizeof(1.0f*1));
  return 0;
}
