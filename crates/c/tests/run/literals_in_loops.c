/* Literals in loops. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a;int b[2];};
struct s*keep(struct s*p) {
  return p;
}
int f(struct s v) {
  return v.a+v.b[1];
}
int g(const int(*m)[2]) {
  return m[1][0];
}
int main() {
  P(f((struct s){1,{2,3}}));
  P(keep(&(struct s){.b={[1]=4}})->b[1]);
  P(g((int[][2]){{1,2},{3,4}}));
  int n=3;
  int*p=(int[]){n,n+1};
  P(p[1]);
  P(((struct s[]){{1},{2}})[1].a);
  struct s t=(struct s){n};
  P(t.a);
  P((char[]){"xyz"}[2]);
  P(sizeof(struct s[]){{1},{2},{3}});
  for(int i=0;i<2;i++) {
    struct s*q=&(struct s){i};
    q->a+=10;
    P(q->a);
  }
  P(*(int*){&n});
  P(((int){5})++);
  P((void*){0}==0);
  P(f((struct s){.a=({n++;}),.b[1]=n*0}));
  return 0;
}
