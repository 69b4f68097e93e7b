/* Precedence. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a=5,b=3,c=2;
  P(a-b-c);
  P(a/b*c);
  P(a%b+c);
  P(a<b==c>b);
  P(a&b|c);
  P(a|b&c);
  P(a^b&c|1);
  P(a+b<<c);
  P(a<<b-c);
  P(a==b!=c);
  P(!a==b);
  P(-a+b);
  P(~a&b);
  P(a&&b||c&&0);
  P(a||b&&0);
  P(a?b:c?1:2);
  P((a=b,c));
  P(a=b=c);
  a=5;
  P(a+=b-=c);
  P(*&a);
  P(- - -a);
  P(a--- -b);
  P(a+++b);
  P(sizeof(int)*2+1);
  P((char)a+300);
  P(a>b>c);
  P(1<2<3);
  P(3>2>1);
  P(a!=b==c);
  P(a&b==b);
  P((a&b)==b);
  return 0;
}
