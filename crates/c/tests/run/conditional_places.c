/* Conditional places. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a=1,b=2,*p;
  p=a?&a:&b;
  *p=5;
  P(a);
  *(b?&b:&a)=6;
  P(b);
  (a?a:b);
  int c=a>b?a:b;
  P(c);
  struct{int x;}s={1},t={2};
  (a<b?&s:&t)->x=9;
  P(s.x);
  P((a>b?s:t).x);
  char*m=a?"yes":"no";
  P(*m);
  P((a,b)?1:2);
  P(a?0:1.5>1);
  double d=a?1:2.5;
  P(d*2);
  unsigned u=1;
  P((a?-1:u)>0);
  P(sizeof(a?1:2LL));
  long l=a?1:2;
  P(l);
  const int*q=a?p:0;
  P(*q);
  void*v=a?(void*)p:q;
  P(v==p);
  int arr[2]={1,2};
  P((a?arr:arr)[1]);
  return 0;
}
