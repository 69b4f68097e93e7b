/* Loop variables. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int i=9;
  for(int i=0;i<2;i++) {
    int i=5;
    P(i);
  }
  P(i);
  for(i=0;i<2;i++);
  P(i);
  for(struct{int a,b;}s={0,3};s.a<s.b;s.a++)P(s.b-s.a);
  for(char c='a';c<'c';c++)P(c);
  int k;
  for(k=0;;) {
    if(k++>1)break;
  }
  P(k);
  for(int*p=(int[]){1,2,0};*p;p++)P(*p);
  if(int_(1))P(1);
  return 0;
}
int int_(int x) {
  return x;
}
