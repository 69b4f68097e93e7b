/* Keywords. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
__inline int i1(void) {
  return 1;
}
static __inline__ int i2(__const int x, __volatile__ int y, __signed__ char z) {
  return x+y+z;
}
int cp(char*__restrict d,const char*__restrict__ s) {
  *d=*s;
  return *d;
}
__signed s=-1;
__const__ int c=3;
__volatile int v=4;
signed si=-5;
unsigned ui=6;
long unsigned int lu=7;
int long long unsigned llu=8;
short signed ss=9;
char unsigned cu=255;
double long dl=1.5;
static _Thread_local int tl=10;
static __thread int th=11;
_Noreturn void nr(void);
extern __typeof__(c) c;
int main() {
  P(i2(1,2,3));
  char d;
  P(cp(&d,"x"));
  P(s);
  P(c);
  P(v);
  P(si);
  P(ui);
  P(lu);
  P(llu);
  P(ss);
  P(cu);
  P((int)(dl*2));
  P(tl);
  P(th);
  tl++;
  P(tl);
  register int r=3;
  P(r);
  auto int a=4;
  P(a);
  _Atomic int at=5;
  at++;
  P(at);
  _Atomic(int) at2=6;
  at2+=at;
  P(at2);
  P(__alignof(int));
  return 0;
}
