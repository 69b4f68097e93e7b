/* Attributes of layout. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct __attribute__((packed)) p1{char a;struct{int b;short c;}d;char e;};
struct p2{char a;struct{char x;int y;}__attribute__((packed))b;};
struct p3{char c;int a[2];}__attribute__((packed,aligned(2)));
struct __attribute__((aligned(8)))p4{int a;};
struct p5{struct p4 x[2];char y;};
struct p6{char a;int b __attribute__((aligned(1)));char c __attribute__((aligned(4)));};
typedef struct{char a;int b;}__attribute__((__packed__))p7;
typedef struct p8{char a;}p8 __attribute__((aligned(16)));
struct p9{char a;p8 b;};
struct pa{int a:5;int b:6;char c;}__attribute__((packed));
struct pb{char a;unsigned long long b:60;}__attribute__((packed));
union pc{char a;int b;short c[3];}__attribute__((packed));
struct pd{char a;enum __attribute__((packed)){X,Y}e;short s;};
struct pe{char c;double d;}__attribute__((aligned(2)));
struct pf{int a;int b[]__attribute__((aligned(16)));};
int main() {
  P(sizeof(struct p1));
  P(__builtin_offsetof(struct p1,d.c));
  P(sizeof(struct p2));
  P(__builtin_offsetof(struct p2,b.y));
  P(sizeof(struct p3));
  P(_Alignof(struct p3));
  P(sizeof(struct p5));
  P(sizeof(struct p6));
  P(__builtin_offsetof(struct p6,c));
  P(sizeof(p7));
  P(sizeof(p8));
  P(_Alignof(p8));
  P(sizeof(struct p9));
  P(sizeof(struct pa));
  P(sizeof(struct pb));
  P(sizeof(union pc));
  P(_Alignof(union pc));
  P(sizeof(struct pd));
  P(sizeof(struct pe));
  P(_Alignof(struct pe));
  P(sizeof(struct pf));
  P(__builtin_offsetof(struct pf,b));
  struct pb v={1,0x0fffffffffffffffULL};
  P(v.b>>56);
  v.b+=1;
  P(v.b);
  struct p1 w={1,{2,3},4};
  P(w.d.b+w.d.c+w.e);
  p7 x={1,-2};
  P(x.b);
  int*ip=(int*)0;
  P(ip==0);
  return 0;
}
