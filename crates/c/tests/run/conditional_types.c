/* Conditional types. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  char c='a';
  short s=1;
  P(sizeof(1?c:c));
  P(sizeof(1?c:s));
  P(sizeof(0?1:1LL));
  P(sizeof((c,c)));
  P(sizeof(c=c));
  P(sizeof(1?(char)1:1.0f));
  int a[3]={1,2,3};
  P(sizeof(1?a:a));
  P((1?a:a)[1]);
  P(*(0?0:a));
  P(sizeof((0,a)));
  P((0,a)[2]);
  struct s{int x,y;} p={1,2},q={3,4};
  P((1?p:q).y);
  P((0?p:q).x);
  P((p=q).x);
  P((p,q).y);
  int z=0;
  P(z?:5);
  z=3;
  P(z?:5);
  P(z++?:9);
  P(z);
  P(0?:'b');
  z=1;
  (void)(z?(void)0:(void)0);
  P((z,z+1,z+2));
  P(z==1?2:z==2?3:4);
  P(z?z?1:2:3);
  void*vp=a;
  P(*(int*)(z?vp:a));
  P((z?"ab":"cde")[1]);
  return 0;
}
