/* Void pointers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int cmp(const void*a,const void*b) {
  return *(const int*)a-*(const int*)b;
}
void swap(void*a,void*b,unsigned long n) {
  char*x=a,*y=b;
  while(n--) {
    char t=*x;
    *x++=*y;
    *y++=t;
  }
}
int main() {
  int a=1,b=2;
  P(cmp(&a,&b));
  swap(&a,&b,sizeof a);
  P(a);
  P(b);
  void*v=&a;
  int*i=v;
  P(*i);
  void**vv=&v;
  P(**(int**)vv);
  double d=1.5,e=2.5;
  swap(&d,&e,sizeof d);
  P((int)(d*10));
  v=(char*)v+0;
  P(v==&a);
  unsigned char*u=(void*)&a;
  P(u[0]);
  P((long)v==(long)&a);
  return 0;
}
