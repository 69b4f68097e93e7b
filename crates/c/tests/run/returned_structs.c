/* Returned structs. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct big{int a[20];};
struct sm{char c;};
struct d{double x,y;};
struct big mk(int n) {
  struct big b={{0}};
  b.a[n]=n;
  return b;
}
struct sm ms(char c) {
  return (struct sm) {
    c
  };
}
struct d md(double x) {
  struct d r={x,x*2};
  return r;
}
struct d add(struct d a,struct d b) {
  a.x+=b.x;
  a.y+=b.y;
  return a;
}
struct big chain(struct big b) {
  b.a[0]++;
  return b;
}
int main() {
  P(mk(7).a[7]);
  P(ms('q').c);
  P((int)add(md(1.5),md(2)).y);
  struct big b=chain(chain(mk(3)));
  P(b.a[0]);
  P(b.a[3]);
  struct d arr[2];
  arr[1]=md(3);
  P((int)arr[1].y);
  struct sm(*fp)(char)=ms;
  P(fp('z').c);
  P(sizeof(mk(1)));
  int i=0;
  mk(i++);
  P(i);
  b=mk(2);
  P(b.a[3]);
  const struct big*p=&b;
  P(p->a[2]);
  P(mk(1).a[1]+mk(2).a[2]);
  return 0;
}
