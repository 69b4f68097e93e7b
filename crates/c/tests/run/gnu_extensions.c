/* Gnu extensions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int f(int n) {
  return ({int r=0;for(int i=1;i<=n;i++)r+=i;r;});
}
int arr[]={[0 ... 2]=5,[3]=1};
struct s{int a;int b;};
union tu{int*i;char*c;}__attribute__((transparent_union));
int t(union tu u) {
  return *u.c;
}
int main() {
  P(f(4));
  P(arr[2]+arr[3]);
  int x=5;
  P(x?:3);
  P(__builtin_constant_p(1+2));
  char*p="abc";
  void*v=p;
  P(*(char*)(v+1));
  P(sizeof(void));
  P(sizeof*v);
  int z=7;
  P(t(&z));
  int (*fp)(int)=f;
  P((*fp)(3));
  P(__func__[0]);
  P(__FUNCTION__[1]);
  P(sizeof __func__);
  P(__LINE__>0);
  struct s s={a:1,b:2};
  P(s.b);
  P(({struct s q={.a=4};q;}).a);
  int nested=({int y=2;({y*3;});});
  P(nested);
  typeof(x)*px=&x;
  P(*px);
  P(__builtin_choose_expr(sizeof(int)==4,10,"no"));
  int a[2]={1,2},(*pa)[2]=&a;
  P((*pa)[1]);
  P(-+-x);
  P(- -x);
  P(!~-1);
  P(x+++z);
  P(x);
  P(sizeof(int)*2);
  P(sizeof x+1);
  P((int)sizeof(x)-5<0);
  switch(x)case 1 ... 10:P(1);
  unsigned char uc=x;
  P(uc);
  P(x>2?x<9?1:2:3);
  if(x=0)P(9);
  else P(8);
  const int ci=3;
  int vl[ci];
  P(sizeof vl);
  P(__builtin_offsetof(struct s,b));
  P((struct s){.b=9}.b);
  asm("");
  __asm__ volatile("":::"memory");
  int in=3,out;
  asm("mov %1,%0":"=r"(out):"r"(in));
  P(out);
  return 0;
}
