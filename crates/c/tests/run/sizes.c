/* Sizes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct e1 {};
struct z1 {int a[0];};
union u1 {char c; int i; double d;};
struct bf {int a:3; int b:5; unsigned c:24; long long d:40;};
struct al {char c; double d; char e;};
struct nest {struct {char a; short b;} x[3]; char y;};
int main() {
  P(sizeof(char));
  P(sizeof(short));
  P(sizeof(int));
  P(sizeof(long));
  P(sizeof(long long));
  P(sizeof(void*));
  P(sizeof(float));
  P(sizeof(double));
  P(sizeof(long double));
  P(sizeof(_Bool));
  P(sizeof(struct e1));
  P(sizeof(struct z1));
  P(sizeof(union u1));
  P(sizeof(struct bf));
  P(sizeof(struct al));
  P(sizeof(struct nest));
  P(sizeof(void));
  P(sizeof(main));
  P(sizeof('a'));
  P(sizeof("abc"));
  P(sizeof(L"abc"));
  P(sizeof(L'a'));
  P(sizeof(u"ab"));
  P(sizeof(U"ab"));
  P(sizeof(u8"ab"));
  P(sizeof(1==1));
  P(sizeof(1.0f));
  P(sizeof(1.0L));
  P(sizeof(1LL));
  P(sizeof(1u));
  P(sizeof(0x80000000));
  P(sizeof(2147483648));
  P(sizeof(4294967296));
  P(sizeof(-1L));
  P(sizeof(char[3][4]));
  P(sizeof(int(*)[5]));
  P(sizeof(int*[5]));
  P(sizeof(struct{int a;char b;}));
  P(sizeof(enum{X1,X2}));
  P(sizeof(enum{Y1=0x100000000LL}));
  P(sizeof(enum{Z1=-1,Z2=0x80000000LL}));
  P(_Alignof(double));
  P(_Alignof(long long));
  P(_Alignof(struct al));
  P(_Alignof(char[7]));
  P(__alignof__(double));
  P(__alignof__(long double));
  return 0;
}
