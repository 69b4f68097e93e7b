/* Static locals. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int*ctr(void) {
  static int c;
  c++;
  return&c;
}
int fact(int n) {
  static int depth;
  depth++;
  int r=n<2?1:n*fact(n-1);
  return r+0*depth;
}
const char*nm(int i) {
  static const char*const t[]={"a","b"};
  return t[i];
}
int tog(void) {
  static int s=1;
  s=!s;
  return s;
}
int*arr(void) {
  static int a[3]={1,2,3};
  a[0]+=a[1];
  return a;
}
struct s{int x;};
struct s*gs(void) {
  static struct s v={5};
  v.x++;
  return&v;
}
int main() {
  ctr();
  ctr();
  P(*ctr());
  P(fact(5));
  P(*nm(1));
  P(tog());
  P(tog());
  arr();
  P(*arr());
  gs();
  P(gs()->x);
  for(int i=0;i<2;i++) {
    static int k=10;
    P(k++);
  }
  {
    static int k=20;
    P(k);
  }
  return 0;
}
