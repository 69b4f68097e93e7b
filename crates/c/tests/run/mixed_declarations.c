/* Mixed declarations. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a=1;
  a++;
  int b=a;
  {
    b++;
    int c=b;
    P(c);
  }
  for(int i=0;i<1;i++) {
    P(i);
    int j=i;
    P(j);
  }
  int d,e=3,*f=&e,g[2]={1,2},(*h)[2]=&g,(*k)(void)=0;
  d=*f;
  P(d);
  P((*h)[1]);
  P(k==0);
  struct{int x;}s,*t=&s,u[2];
  t->x=4;
  P(s.x);
  u[1]=s;
  P(u[1].x);
  static int st=1,*sp=&st;
  P(*sp);
  const int ci=3,*const cp=&ci;
  P(*cp);
  extern int ext,*extp;
  P(ext);
  P(*extp);
  register int r=2;
  P(r);
  typedef int I,*IP;
  I i=5;
  IP ip=&i;
  P(*ip);
  enum{E1,E2}en=E2;
  P(en);
  return 0;
}
int ext=7,*extp=&ext;
