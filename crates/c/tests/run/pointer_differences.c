/* Pointer differences. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stddef.h>
struct s{char c[12];};
int main() {
  struct s a[5];
  P(&a[4]-&a[1]);
  ptrdiff_t d=a-(a+3);
  P(d);
  char m[10];
  P(&m[9]-m);
  int (*p)[3]=0;
  P((char*)(p+2)-(char*)p);
  P(sizeof(&a[1]-&a[0]));
  double*q=(double*)0+3;
  P((long)q);
  void*v=m;
  P((char*)(v+3)-m);
  return 0;
}
