/* Loops. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int s=0;
  for(int i=0,j=10;i<j;i++,j--)s+=j-i;
  P(s);
  int n=0;
  do n++;
  while(n<5);
  P(n);
  while(n-->0)if(n==2)break;
  P(n);
  for(;;) {
    if(++n>10)break;
    if(n%2)continue;
    s+=n;
  }
  P(s);
  outer:for(int i=0;i<3;i++)for(int j=0;j<3;j++) {
    if(j==2)goto next;
    if(i==2)goto done;
    s++;
    continue;
    next:;
  }
  done:P(s);
  int i=0;
  for(i=0;i<3;i++);
  P(i);
  for(;i;i--) {
  }
  P(i);
  if(i)P(1);
  else if(!i)P(2);
  else P(3);
  {
    int i=5;
    P(i);
    {
      int i=6;
      P(i);
    }
    P(i);
  }
  P(i);
  for(int k=0;k<2;k++) {
    static int st=10;
    int fresh=0;
    st++;
    fresh++;
    P(st);
    P(fresh);
  }
  do {
    P(7);
  } while(0);
  while(0)P(8);
  for(int a[2]={1,2},*p=a;p<a+2;p++)P(*p);
  return 0;
}
