/* Nested switches. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(unsigned char*s) {
  int n=0;
  while(*s) {
    switch(*s++) {
      case'0'...'9':n=n*10+s[-1]-'0';
      continue;
      case' ':case'\t':break;
      case'-':n=-n;
      default:if(n>50)return n;
    }
    n++;
  }
  return n;
}
int g(int x) {
  switch(x) {
    case 1:{int y=2;return y;}case 2:;
    int z=5;
    return z;
    default:switch(x*2) {
      case 8:return 8;
      default:break;
    }
    break;
  }
  return-1;
}
int h(long x) {
  switch(x) {
    case -1L:return 1;
    case 0x7fffffffL:return 2;
  }
  return 0;
}
int main() {
  P(f("12 3"));
  P(f("9-x"));
  P(g(1));
  P(g(2));
  P(g(4));
  P(g(5));
  P(h(-1));
  P(h(0x7fffffff));
  int i=3;
  switch(i++) {
    case 3:P(i);
  }
  switch(i) {
    if(0) {
      case 4:P(44);
    } else P(45);
  }
  switch(i) {
    while(1) {
      case 4:P(1);
      break;
    }
    P(2);
  }
  for(i=0;i<3;i++)switch(i) {
    case 1:continue;
    default:P(i);
  }
  return 0;
}
