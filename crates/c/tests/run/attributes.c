/* Attributes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
__attribute__((unused)) static int a1;
static int a2 __attribute__((unused)) = 3, a3 __attribute__((aligned(8))) = 4;
int __attribute__((noinline)) f1(int x __attribute__((unused))){return 1;} __attribute__((always_inline)) static inline int f2(void) {
  return 2;
}
static int __attribute__((pure)) *f3(void) {
  static int v=3;
  return &v;
}
void __attribute__((noreturn)) die(void);
typedef int (__attribute__((regparm(3))) *fpt)(int);
struct __attribute__((packed)) s1 {char c; int i;};
struct s2 {char c; int i;} __attribute__((packed)) vs;
int (*__attribute__((unused)) fp)(int)=0;
__extension__ typedef long long ll;
__extension__ struct x {__extension__ union {int a; int b;};};
int f4(void) __attribute__((const)) __attribute__((nothrow));
int f4(void) {
  return 4;
}
extern int f5(const char*,...) __attribute__((format(printf,1,2)));
enum en {E1 __attribute__((deprecated)), E2 __attribute__((unused)) = 5};
static int __attribute__((section(".data"))) sec = 6;
int lab(void) {
  goto l;
  l: __attribute__((unused));
  return 8;
}
__attribute__(()) int empty;
__attribute__((__unused__,__aligned__(4))) int multi;
int sw(int x) {
  switch(x) {
    case 1: x++;
    __attribute__((fallthrough));
    case 2: return x;
  }
  return 0;
}
int main() {
  P(a2);
  P(a3);
  P(f1(0));
  P(f2());
  P(*f3());
  P(sizeof(struct s1));
  P(sizeof vs);
  P(f4());
  P(E2);
  P(sec);
  P(lab());
  P(sw(1));
  int __attribute__((unused)) loc=3, *__attribute__((unused)) pl=&loc;
  P(*pl);
  P(__extension__ 3);
  P(__extension__({4;}));
  return 0;
}
