/* Typeof. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int a,char*b) {
  return a+*b;
}
typeof(f) *fp=f;
typeof(int[4]) arr;
typeof(arr[0]) el;
__typeof__(&arr) pa;
typeof(1+1.0) d;
int main() {
  P(sizeof arr);
  P(sizeof el);
  P(sizeof *pa);
  P(sizeof d);
  char c='a';
  P(fp(1,&c));
  typeof(c) c2=300;
  P(c2);
  typeof(c+c) c3=300;
  P(c3);
  typeof(struct{int q;}) s={4};
  P(s.q);
  int n=3;
  typeof(int[n]) vla;
  P(sizeof vla);
  typeof(n++) m=5;
  P(n);
  P(m);
  typeof(&c) pc=&c;
  P(*pc);
  typeof(int*) p1,p2;
  P(sizeof p1+sizeof p2);
  typeof(*pc) cc='z';
  P(cc);
  __auto_type at=1.5;
  P((int)(at*2));
  __auto_type at2=&arr[1];
  P(at2-arr);
  typeof(typeof(char*)) x=&c;
  P(*x);
  unsigned u=1;
  typeof(-u) neg=-1;
  P(neg>0);
  return 0;
}
