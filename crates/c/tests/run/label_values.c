/* Label values. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  static void*t[]={&&a,&&b,&&c};
  int i=0,s=0;
  next: if(i==3)goto end;
  goto *t[i++];
  a: s+=1;
  goto next;
  b: s+=10;
  goto next;
  c: s+=100;
  goto next;
  end: P(s);
  void*p=&&x;
  goto *p;
  P(0);
  x: P(1);
  {
    __label__ l;
    goto l;
    P(5);
    l: P(6);
  }
  {
    __label__ l;
    goto l;
    P(7);
    l:;
  }
  int n=0;
  again: if(n++<3)goto again;
  P(n);
  P(&&a==t[0]);
  static int off[]={0,1};
  if(n)goto in;
  {
    int y=1;
    in: y=4;
    P(y);
  }
  return 0;
}
