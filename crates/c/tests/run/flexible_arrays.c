/* Flexible arrays. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stdlib.h>
struct z{int n;int list[0];};
struct f{int n;char c[];};
struct n {int n; struct z z;};
union u {int a[0]; int b;};
int main() {
  struct z*p=malloc(sizeof*p+4*sizeof(int));
  p->n=4;
  for(int i=0;i<4;i++)p->list[i]=i*i;
  P(p->list[3]);
  P(&p->list[2]-p->list);
  struct f*q=malloc(sizeof*q+3);
  q->c[2]=7;
  P(q->c[2]);
  P(sizeof*q);
  P(*(p->list+1));
  free(p);
  free(q);
  struct f *r=calloc(1,sizeof(struct f)+10);
  P(r->c[9]);
  free(r);
  return 0;
}
