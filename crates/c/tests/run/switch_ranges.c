/* Switch ranges. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int x) {
  switch(x) {
    case 1 ... 5: return 1;
    case 10: case 11: return 2;
    case -3 ... -1: return 3;
    default: return 0;
    case 'a' ... 'z': return 4;
  }
}
int d(int n) {
  int c=0;
  switch(n%4) {
    case 0: do {
      c++;
      case 3: c++;
      case 2: c++;
      case 1: c++;
    } while((n-=4)>0);
  }
  return c;
}
int u(unsigned char x) {
  switch(x) {
    case 255: return 1;
    case 256: return 2;
  }
  return 3;
}
int l(long long x) {
  switch(x) {
    case 0x100000000LL: return 1;
    case 0: return 2;
  }
  return 3;
}
int main() {
  for(int i=-4;i<13;i++)P(f(i));
  P(f('q'));
  P(d(7));
  P(d(8));
  P(u(255));
  P(u(0));
  P(l(0x100000000LL));
  P(l(0));
  P(l(1));
  int x=5;
  switch(x)case 5: P(1);
  switch(x) {
    int y;
    case 5: y=3;
    P(y);
  }
  switch(x) {
    default: P(9);
    case 1: P(8);
    break;
    case 2: P(7);
  }
  switch(0) {
  }
  switch(x)default:P(3);
  enum{A,B}e=B;
  switch(e) {
    case A:P(0);
    break;
    case B:P(1);
  }
  switch((char)300) {
    case 44:P(44);
  }
  int r=0;
  for(int i=0;i<5;i++) {
    switch(i) {
      case 2: continue;
      case 3: break;
      default: r+=i;
    }
    r+=100;
  }
  P(r);
  switch(1u<<31) {
    case 0x80000000:P(5);
  }
  switch(-1) {
    case 0xffffffff:P(6);
    break;
    default:P(7);
  }
  return 0;
}
