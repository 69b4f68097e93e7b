/* Zero sizes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct e{};
struct z{int n; int a[0];};
struct f{int n; char c; char a[];};
union ue{};
struct w{struct e x; int y; struct e z[3];};
int za[0];
struct zz{int a[0]; int b;};
int main() {
  P(sizeof(struct e));
  P(sizeof(struct z));
  P(sizeof(struct f));
  P(sizeof(union ue));
  P(sizeof(struct w));
  P(sizeof za);
  P(__builtin_offsetof(struct w,y));
  P(__builtin_offsetof(struct f,a));
  P(sizeof(struct zz));
  struct e a,b;
  a=b;
  struct e arr[5];
  P(sizeof arr);
  static struct f sf={1,2,"hey"};
  P(sf.a[1]);
  struct w v={{},4};
  P(v.y);
  return 0;
}
