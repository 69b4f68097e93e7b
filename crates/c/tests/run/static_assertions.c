/* Static assertions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
_Static_assert(sizeof(int)==4,"int");
_Static_assert(1+1==2,"x");
struct s {int a; _Static_assert(sizeof(char)==1,"c"); int b;};
_Static_assert(__builtin_offsetof(struct s,b)==4,"o");
_Static_assert((char)300==44,"");
_Static_assert(-1>>1==-1,"");
_Static_assert((unsigned char)-1==255,"");
_Static_assert(-7/2==-3&&-7%2==-1,"");
_Static_assert(sizeof(struct{char a;int b:1;})==4,"");
_Static_assert((int)3.9==3,"");
_Static_assert((1?2:3)==2,"");
_Static_assert(!0,"");
_Static_assert((_Bool)0.5==1,"");
_Static_assert('ab'==24930,"");
_Static_assert('\377'==-1,"");
_Static_assert(L'\377'==255,"");
_Static_assert((long long)1<<40==1099511627776,"");
_Static_assert(0?1/0:1,"");
_Static_assert(__builtin_constant_p(3),"");
_Static_assert((unsigned)-1>0u,"");
_Static_assert(-1<0u==0,"");
_Static_assert(sizeof(char[sizeof(int)])==4,"");
int main() {
  _Static_assert(1,"in function");
  P(1);
  for(int i=0;i<1;i++) {
    _Static_assert(1,"x");
  }
  return 0;
}
