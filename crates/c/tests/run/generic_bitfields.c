/* Generic bitfields. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{unsigned a:3;int b:32;unsigned c:32;_Bool e:1;char f:8;unsigned char g:7;};
int main() {
  struct s s={0};
  P(_Generic(s.b,int:1,default:2));
  P(_Generic(s.c,unsigned:1,default:2));
  P(_Generic(s.f,char:1,signed char:3,default:2));
  P(_Generic(s.a,unsigned:1,default:2));
  P(_Generic(s.e,_Bool:1,default:2));
  P(_Generic(s.g,unsigned char:1,default:2));
  P(_Generic((s.a),unsigned:1,default:2));
  P(_Generic(s.a=1,unsigned:1,default:2));
  P(_Generic((0,s.a),unsigned:1,default:2));
  P(_Generic(s.a?:1u,unsigned:1,int:3,default:2));
  return 0;
}
