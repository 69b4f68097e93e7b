/* Side effects. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int c;
int*f(void) {
  c++;
  static int v;
  return&v;
}
int g(int*p) {
  return++*p;
}
struct s{int a[3];}s;
struct s*h(void) {
  c+=10;
  return&s;
}
int main() {
  *f()+=5;
  P(c);
  P(*f());
  (*f())++;
  P(c);
  h()->a[1]+=3;
  P(c);
  P(s.a[1]);
  h()->a[c=2]=4;
  P(s.a[2]);
  int i=0,a[5]={0};
  a[i++]+=2;
  P(i);
  P(a[0]);
  i=0;
  a[++i]|=5;
  P(a[1]);
  int x=1;
  x=g(&x)*10;
  P(x);
  x+=g(&x)*0;
  P(x>0);
  int*p=a;
  *p++=7;
  P(a[0]);
  P(p-a);
  (*p)++;
  P(a[1]);
  *++p=9;
  P(a[2]);
  P(sizeof(c++));
  P(c);
  P(sizeof(f()));
  i=5;
  i-=-i;
  P(i);
  i=(i++,i*0+3);
  P(i);
  c=0;
  (void)(c++||c++);
  P(c);
  (void)(c++&&c++);
  P(c);
  int y=(c=5)+1;
  P(y);
  P((c+=1,c*2));
  P(c>5?c++:c--);
  P(c);
  return 0;
}
