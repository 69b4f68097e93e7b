/* Variable arguments. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stdarg.h>
int sum(int n,...) {
  va_list a;
  va_start(a,n);
  int s=0;
  while(n--)s+=va_arg(a,int);
  va_end(a);
  return s;
}
double avg(const char*f,...) {
  va_list a,b;
  va_start(a,f);
  va_copy(b,a);
  double d=0;
  for(;*f;f++) {
    switch(*f) {
      case'i':d+=va_arg(a,int);
      break;
      case'd':d+=va_arg(a,double);
      break;
      case'l':d+=va_arg(a,long long);
      break;
      case's':d+=*va_arg(a,char*);
      break;
      case'p':d+=*va_arg(a,int*);
    }
  }
  va_end(a);
  d+=va_arg(b,int);
  va_end(b);
  return d;
}
struct s{int a,b;};
int vs(int n,...) {
  va_list a;
  va_start(a,n);
  struct s v=va_arg(a,struct s);
  va_end(a);
  return v.a*10+v.b;
}
int fwd(int n,va_list a) {
  return n?va_arg(a,int)+fwd(n-1,a):0;
}
int call(int n,...) {
  va_list a;
  va_start(a,n);
  int r=fwd(n,a);
  va_end(a);
  return r;
}
int main() {
  char c=5;
  short s=6;
  float f=1.5f;
  int x=7;
  P(sum(3,1,2,3));
  P(sum(2,c,s));
  P((int)(avg("idls",1,2.5,3LL,"a")*10));
  P((int)(avg("if"+0,1)*1)==2);
  P((int)(10*avg("id",c,f)));
  P((int)avg("ip",1,&x));
  P(vs(1,(struct s){3,4}));
  P(call(3,1,2,3));
  P(sum(0));
  return 0;
}
