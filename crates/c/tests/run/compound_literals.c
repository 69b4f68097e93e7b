/* Compound literals. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct p {int x,y;};
int sum(struct p*p) {
  return p->x+p->y;
}
int tot(int*a,int n) {
  int s=0;
  for(int i=0;i<n;i++)s+=a[i];
  return s;
}
int *gp=(int[]){1,2,3};
struct p *gq=&(struct p){4,5};
int main() {
  P(sum(&(struct p){1,2}));
  P((tot((int[]){1,2,3,4},4)));
  P(((struct p){.y=7}).y);
  P(gp[2]);
  P(gq->y);
  P(sizeof((int[]){1,2,3}));
  int *q=(int[5]){9};
  P(q[0]+q[4]);
  q[1]=3;
  P(q[1]);
  for(int i=0;i<3;i++) {
    int*r=&(int){i};
    P(*r);
    (*r)++;
    P(*r);
  }
  P((int){3});
  P((char){300});
  struct p s;
  s=(struct p){5,6};
  P(s.y);
  P((&(struct p){1,2})->y);
  P(*(&(int){8}));
  const char*str=(char[]){"hello"};
  P(str[1]);
  P((int[]){1,2,3}[1]);
  P((((union{int i;float f;}){.f=1.0f}).i));
  return 0;
}
