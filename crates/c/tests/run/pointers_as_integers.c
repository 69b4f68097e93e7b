/* Pointers as integers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a[3]={1,2,3};
  unsigned long u=(unsigned long)a;
  P(*(int*)(u+4));
  P((u&3)==0);
  char*c=(char*)u;
  P(c[8]);
  void*v=(void*)u;
  P(v==a);
  long d=(long)&a[2]-(long)&a[0];
  P(d);
  __UINTPTR_TYPE__ p=(__UINTPTR_TYPE__)&a[1];
  P(*(int*)p);
  int*q=(int*)(p&~1ul);
  P(*q);
  P((int*)8-(int*)4);
  P((unsigned long)(int*)12);
  P((_Bool)a);
  P(!a);
  P(a&&1);
  P((long)(char*)0);
  P((int)(long)(void*)5);
  return 0;
}
