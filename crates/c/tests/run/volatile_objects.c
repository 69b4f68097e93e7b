/* Volatile objects. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
volatile int v=1;
volatile int*pv=&v;
struct{volatile int a;int b;}s={1,2};
int main() {
  v++;
  P(v);
  *pv+=2;
  P(*pv);
  P(v=5);
  s.a=s.b;
  P(s.a);
  volatile const int c=3;
  P(c);
  int x=v+v;
  P(x);
  volatile int*volatile pp=&v;
  *pp=7;
  P(v);
  for(volatile int i=0;i<2;i++)P(i);
  volatile char ch=300;
  P(ch);
  return 0;
}
