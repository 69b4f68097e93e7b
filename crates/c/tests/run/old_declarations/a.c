#include <stdio.h>
int f();
int g();
double h();
void v();
char *s();
struct p{int a,b;};
struct p mk();
int (*fp)()=f;
int arr_sum();
int main(void) {
  char c=5;
  float fl=2.5f;
  printf("%d %d %g\n",f(1,2),g(c),h(fl));
  v();
  printf("%s %d %d\n",s(),mk(3).b,fp(4,5));
  int a[3]={1,2,3};
  printf("%d\n",arr_sum(a,3));
  return 0;
}
