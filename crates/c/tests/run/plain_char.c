/* Plain char. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  char c=200;
  unsigned char u=200;
  signed char s=200;
  P(c);
  P(u);
  P(s);
  P(c==s);
  P(c==u);
  P(c<0);
  P((unsigned char)c==u);
  P('\200');
  P("\200"[0]);
  P((char)128>>1);
  P(c>>4);
  P(u>>4);
  P(c&0xf0);
  P(c*2);
  char a[]={255,128,127};
  P(a[0]);
  P(a[1]+a[2]);
  P((unsigned char)a[0]);
  unsigned v=c;
  P(v);
  v=u;
  P(v);
  int i=c;
  P(i);
  c=127;
  c++;
  P(c);
  for(unsigned char k=254;k>=254;k++)P(k);
  P((char)-1==(unsigned char)-1);
  P(sizeof(c+0));
  P(c?1:0);
  switch(s) {
    case -56:P(1);
    break;
    default:P(2);
  }
  return 0;
}
