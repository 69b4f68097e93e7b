/* More attributes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a;}__attribute__((aligned(4),packed,may_alias));
typedef int v __attribute__((may_alias,aligned(4)));
static int u __attribute__((used,section("x")));
int f(int,int)__attribute__((nonnull,pure,warn_unused_result,noinline,cold,hot,flatten));
int f(int a,int b) {
  return a+b;
}
__attribute__((constructor))static void init(void) {
  u=5;
}
void cl(int*p) {
  P(*p);
}
int g(void) {
  int x __attribute__((cleanup(cl)))=7;
  return x+1;
}
__attribute__((noreturn))void die(void);
int w(int x)__attribute__((deprecated("old")));
int w(int x) {
  return x;
}
struct t{int a __attribute__((deprecated));int b __attribute__((unused)),c __attribute__((aligned(16)));};
int h(int a __attribute__((unused)),...)__attribute__((sentinel));
int(*fp)(int,int)__attribute__((unused))=f;
__attribute__((visibility("hidden")))int hid=3;
int __attribute__((__noinline__))__attribute__((noclone))two(void) {
  return 2;
}
int main() {
  P(u);
  P(f(1,2));
  P(g());
  P(w(4));
  P(sizeof(struct t));
  P(fp(2,3));
  P(hid);
  P(two());
  v q=3;
  P(q);
  for(int i __attribute__((unused))=0;i<1;i++);
  struct s z={1};
  P(z.a);
  int y[2]__attribute__((aligned(16)))={1,2};
  P(y[1]);
  return 0;
}
