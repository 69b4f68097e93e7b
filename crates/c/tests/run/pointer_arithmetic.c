/* Pointer arithmetic. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a[5]={1,2,3,4,5};
  int*p=a+2;
  P(p[-1]);
  P(*p++);
  P(*p);
  P(*++p);
  P((*p)--);
  P(*p);
  P(p-a);
  P(&a[4]-&a[1]);
  P(*(a+3));
  P(2[a]);
  int**pp=&p;
  P(**pp);
  P((char*)(a+1)-(char*)a);
  int(*pa)[5]=&a;
  P((*pa)[1]);
  P(sizeof*pa);
  P((char*)(pa+1)-(char*)pa);
  int m[2][3]={{1,2,3},{4,5,6}};
  P(m[1][2]);
  P(*(*(m+1)+1));
  int(*r)[3]=m;
  P(r[1][0]);
  P((*r)[2]);
  P(sizeof m[0]);
  char*s="hello";
  P(*s);
  P(s[4]);
  P(*(s+1));
  P(s[5]);
  P(p>a);
  P(p==&a[4]);
  P(!p);
  void*v=a;
  P(*(int*)v);
  P(((char*)v)+4==(char*)&a[1]);
  P(v+4==(void*)&a[1]);
  int*q=0;
  P(q==0);
  P(!q);
  const int*cp=a;
  P(*cp);
  P(&*p==p);
  P(&p[0]==p);
  P((unsigned long)(a+1)-(unsigned long)a);
  P(*&a[1]);
  int x=3,*px=&x;
  *px+=4;
  P(x);
  P(*px***pp);
  P(&m[1][0]-&m[0][0]);
  P(sizeof(&a)==sizeof(void*));
  return 0;
}
