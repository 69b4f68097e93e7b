/* Designators. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s {int a,b; struct {int x,y;} in[3]; char n[4];};
union u {int i; char c[8]; struct s s;};
int arr[]={[5]=1,2,[2]=3,4,[0]=9};
int rng[10]={[2 ... 4]=7,[4]=8,[6 ... 7]=1};
struct s v={.b=2,.in[1].y=5,.in[2]={.x=1,.y=2},.n="abc"};
union u w={.c={1,2,3}};
struct s old={a:1,b:2};
struct s ov={.a=1,.a=2,.in={[0]={1},[0].y=3}};
int two[2][3]={{1},{[1]=5}};
int flat[2][3]={1,2,3,4};
char str[]={"hi"};
char s3[3]="abc";
struct s sa[]={[1]={.a=3},{.a=4},[0].b=6};
int main() {
  P(sizeof arr/sizeof*arr);
  for(int i=0;i<7;i++)P(arr[i]);
  for(int i=0;i<10;i++)P(rng[i]);
  P(v.a);
  P(v.b);
  P(v.in[1].y);
  P(v.in[1].x);
  P(v.in[2].x);
  P(v.in[2].y);
  P(v.n[2]);
  P(v.n[3]);
  P(w.c[2]);
  P(w.i&0xffffff);
  P(old.a);
  P(old.b);
  P(ov.a);
  P(ov.in[0].x);
  P(ov.in[0].y);
  P(two[1][1]);
  P(two[0][0]);
  P(flat[1][0]);
  P(flat[1][1]);
  P(sizeof str);
  P(s3[2]);
  P(sizeof sa/sizeof*sa);
  P(sa[2].a);
  P(sa[0].b);
  P(sa[1].a);
  struct s loc={.in={{1,2},{3}},.n={'x'}};
  P(loc.in[1].x);
  P(loc.in[1].y);
  P(loc.n[1]);
  int l[]={[2]=1,[0]=4};
  P(l[0]+l[1]+l[2]);
  struct s cp={.a=1,.in[0]=(typeof(v.in[0])){}};
  P(cp.in[0].x);
  return 0;
}
