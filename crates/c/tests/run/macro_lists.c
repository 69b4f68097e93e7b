/* Macro lists. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#define A 1,2
#define F(x) ((x)*(x))
#define STR2(x) #x
#define STR(x) STR2(x)
#define LIST X(a)X(b)X(c)
#define X(n) e_##n,
enum{LIST e_count};
#undef X
#define X(n) #n,
const char*nm[]={LIST};
#define REPEAT(n) n n n
#define EVAL(...) __VA_ARGS__
#define FIRST(a,...) a
int main(){int a[]={A};P(a[1]);P(F(3+1));P(sizeof STR(F(2)));P(e_count);P(*nm[1]);P(EVAL(FIRST(5,6)));int z=0 REPEAT(+1);P(z);P(__STDC__);P(__STDC_VERSION__>=201112L);P(sizeof(__DATE__));P(__INT_MAX__);P(__SIZEOF_POINTER__);P(__CHAR_BIT__);P(__BYTE_ORDER__==__ORDER_LITTLE_ENDIAN__);
#if (-1 > 0u) && ('a' == 97) && (1 ? 2 : 0) && !defined(ZZ) && 0x10L == 16
P(1);
#endif
#if __has_include(<stdio.h>) && __has_attribute(packed)
P(2);
#endif
return 0;}
