/* Decay. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int*p) {
  return p[1];
}
int g(int p[]) {
  return sizeof(p)==sizeof(int*);
}
int h(int p[2][3]) {
  return sizeof(p[0]);
}
int k(int(*p)[3]) {
  return p[1][2];
}
int a[3]={1,2,3};
int m[2][3]={{1,2,3},{4,5,6}};
struct s{int x[2];}s={{7,8}};
struct s mk(void) {
  return s;
}
int main() {
  P(f(a));
  P(g(a));
  P(h(m));
  P(k(m));
  P(sizeof a);
  P(sizeof(a+0)==sizeof(int*));
  P(*a);
  P(*m[1]);
  P(**m);
  P(&a==(void*)a);
  P(mk().x[1]);
  P(f(mk().x));
  P(sizeof mk().x);
  P(sizeof(char[3]));
  P(a[2]==2[a]);
  int*p=m[1];
  P(p[0]);
  P(&m[1]==m+1);
  P(*(m+1)==m[1]);
  P((&a)[0][1]);
  P(*(*(&a)+2));
  P(sizeof*&a);
  P(sizeof "abc");
  P("abc"+1!=0);
  char c[]="xy",*q=c;
  P(sizeof c);
  P(sizeof q==sizeof(void*));
  P(f((int[]){4,5}));
  return 0;
}
