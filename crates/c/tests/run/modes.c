/* Modes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef int qi __attribute__((mode(QI)));
typedef int hi __attribute__((mode(HI)));
typedef int si __attribute__((mode(SI)));
typedef int di __attribute__((mode(DI)));
typedef unsigned int udi __attribute__((__mode__(__DI__)));
typedef unsigned uqi __attribute__((mode(byte)));
typedef int wd __attribute__((mode(word)));
typedef int pt __attribute__((mode(pointer)));
typedef float sf __attribute__((mode(SF)));
typedef float df __attribute__((mode(DF)));
enum E8 {EA,EB} __attribute__((mode(QI)));
enum E64 {FA,FB} __attribute__((mode(DI)));
int x8 __attribute__((mode(QI))) = 200;
unsigned x16 __attribute__((mode(HI))) = 70000;
struct ms {int a __attribute__((mode(DI))); enum E8 e; qi q;};
int main() {
  P(sizeof(qi));
  P(sizeof(hi));
  P(sizeof(si));
  P(sizeof(di));
  P(sizeof(udi));
  P(sizeof(uqi));
  P(sizeof(wd));
  P(sizeof(pt));
  P(sizeof(sf));
  P(sizeof(df));
  P(sizeof(enum E8));
  P(sizeof(enum E64));
  P(x8);
  P(x16);
  P(sizeof(struct ms));
  P((udi)-1 > 0);
  P((di)-1 < 0);
  P((uqi)-1);
  enum E8 e = EB;
  P(e);
  P(sizeof e);
  P(_Generic((di)0,long:1,long long:2,default:3));
  P(_Generic((qi)0,signed char:1,char:2,default:3));
  P((enum E8)-1 > 0);
  return 0;
}
