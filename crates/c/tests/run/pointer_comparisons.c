/* Pointer comparisons. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a[4];
  int*p=a,*q=a+4;
  P(p<q);
  P(q-p);
  P(p<=p);
  P(p!=q);
  P(p+4==q);
  P((p<q)+(q>p));
  P(!(p>=q));
  char*c=(char*)a;
  P(c<(char*)(a+1));
  P(&a[1]>&a[0]);
  struct{int x,y;}s;
  P(&s.x<&s.y);
  P((void*)&s==(void*)&s.x);
  int m[2][2];
  P(&m[1][0]==&m[0][0]+2);
  P(m[0]+2==m[1]);
  P(p&&q);
  P(!p||q);
  int*n=0;
  P(n==0&&!n);
  P((p?1:0));
  P(0==n);
  P(n==(void*)0);
  return 0;
}
