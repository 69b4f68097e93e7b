/* Returned values. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
char rc(void) {
  return 300;
}
short rs(int x) {
  return x;
}
_Bool rb(int x) {
  return x;
}
float rf(void) {
  return 0.1;
}
unsigned char ru(void) {
  return -1;
}
int ri(void) {
  return 3.99;
}
long long rl(void) {
  return -1u;
}
double rd(void) {
  return 1/2;
}
const char*rp(void) {
  return "x";
}
void rv(void) {
  return;
}
int pr(char c,short s,_Bool b,float f,unsigned char u) {
  return c+s+b+(int)f+u;
}
enum e{A,B};
enum e re(void){return 1;} int main(){P(rc());P(rs(70000));P(rb(256));P(rf()==0.1f);P(ru());P(ri());P(rl());P(rd());P(*rp());rv();P(pr(300,70000,5,2.9,-1));P(re()==B);return 0;}
