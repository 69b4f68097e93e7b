/* Addresses. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int a[3];
struct s{int x;int y[2];}s;
int f(void) {
  return 1;
}
int main() {
  P(&a[0]==a);
  P((void*)&a==(void*)a);
  P(&s.y[1]-s.y);
  P((char*)&s.y-(char*)&s);
  int*p=&*a;
  P(p==a);
  P(&*&s==&s);
  P(&f==f);
  P(*f==f);
  P((*&a)[1]==0);
  int x=3,*px=&x,**pp=&px;
  **pp=4;
  P(x);
  P(*&x);
  P(&x==px);
  P(&pp[0]==pp);
  P(&(&s)->x==&s.x);
  P(&a[2]-&a[0]);
  P(&a[3]==a+3);
  P((&a[1])[-1]==a[0]);
  const char*c=&"abc"[1];
  P(*c);
  P(sizeof&a==sizeof(void*));
  P(&((struct s*)0)->y[1]==(int*)8);
  struct s*q=&(struct s){1,{2,3}};
  P(q->y[1]);
  return 0;
}
