/* Integer limits. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stdint.h>
#include <limits.h>
#include <stddef.h>
#include <stdbool.h>
int main() {
  P(INT_MAX);
  P(INT_MIN);
  P(UINT_MAX);
  P(LONG_MAX);
  P(LLONG_MIN);
  P(CHAR_MIN);
  P(UCHAR_MAX);
  P(SHRT_MIN);
  P(INT8_MAX);
  P(UINT16_MAX);
  P(INT64_MIN);
  P(SIZE_MAX);
  P(PTRDIFF_MAX);
  P(sizeof(intptr_t));
  P(sizeof(int_fast16_t));
  P(sizeof(intmax_t));
  P(UINT32_C(5));
  P(INT64_C(1)<<40);
  P(CHAR_BIT);
  P(sizeof(size_t));
  P(sizeof(ptrdiff_t));
  P(sizeof(wchar_t));
  P(offsetof(struct{char a;int b;},b));
  P(NULL==0);
  P(true+true);
  P(sizeof(bool));
  uint8_t a=250;
  a+=10;
  P(a);
  int16_t b=32767;
  b++;
  P(b);
  uint32_t c=0;
  c--;
  P(c);
  uint64_t d=-1;
  P(d>>63);
  int8_t e=-128;
  e--;
  P(e);
  P(sizeof(max_align_t));
  P((uintptr_t)&a!=0);
  return 0;
}
