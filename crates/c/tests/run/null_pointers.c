/* Null pointers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int*p=0;
  char*c=(char*)0;
  void*v=(void*)0;
  P(p==v);
  P(c==0);
  P(!v);
  P((long)p);
  P(p?1:2);
  P(p==(int*)0);
  int(*f)(void)=0;
  P(f==0);
  P(!f);
  P(&p[0]==p);
  P((char*)p+0==c);
  P(p==((void*)0));
  enum{Z};
  int*q=Z*0;
  P(q==0);
  P((_Bool)p);
  P(p||v);
  P((p=0,1));
  P(sizeof(p==0));
  P(p<=p);
  P(0==(void*)0?3:4);
  return 0;
}
