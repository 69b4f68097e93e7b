/* Pack pragmas. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#pragma pack(push,1)
struct a{char c;int i;short s;};
#pragma pack(2)
struct b{char c;int i;};
#pragma pack(pop)
struct c{char c;int i;};
#pragma pack(4)
struct d{char c;double d;long long l;};
#pragma pack()
struct e{char c;double d;};
#pragma pack(push)
#pragma pack(1)
struct f{int a:3;int b:30;char c;};
#pragma pack(pop)
_Pragma("pack(1)") struct g{char c;int i;}; _Pragma("pack()")
int main(){P(sizeof(struct a));P(_Alignof(struct a));P(sizeof(struct b));P(sizeof(struct c));P(sizeof(struct d));P(sizeof(struct e));P(sizeof(struct f));P(sizeof(struct g));struct a x={1,2,3};P(x.i+x.s);return 0;}
