/* Alignments. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct __attribute__((aligned(32))) a1 {char c;};
struct a2 {char c; int i __attribute__((packed));};
struct a3 {char c; int i;} __attribute__((packed));
struct a4 {char c; int i;} __attribute__((packed,aligned(4)));
struct a5 {char c; int i __attribute__((packed,aligned(2)));};
struct a6 {char c; char d __attribute__((aligned(8)));};
typedef int ai __attribute__((aligned(16)));
struct a7 {char c; ai x;};
typedef int un __attribute__((aligned(1)));
struct a8 {char c; un x;};
struct a9 {char c; struct a3 x; };
union a10 {char c; int i __attribute__((aligned(64)));};
struct a11 {int a:3; int b:7 __attribute__((packed)); char c;};
struct a12 {char a; long long b:3 __attribute__((aligned(8)));} ;
struct a13 {char c; _Alignas(16) char d;};
struct a14 {_Alignas(8) char c; _Alignas(int) char d;};
enum __attribute__((packed)) pe {PA,PB};
enum pe2 {QA=300} __attribute__((packed));
enum pe3 {RA=-1,RB=200} __attribute__((packed));
int g __attribute__((aligned(64)));
char h __attribute__((aligned));
int main() {
  P(sizeof(struct a1));
  P(_Alignof(struct a1));
  P(sizeof(struct a2));
  P(_Alignof(struct a2));
  P(sizeof(struct a3));
  P(_Alignof(struct a3));
  P(sizeof(struct a4));
  P(_Alignof(struct a4));
  P(sizeof(struct a5));
  P(_Alignof(struct a5));
  P(sizeof(struct a6));
  P(_Alignof(struct a6));
  P(sizeof(ai));
  P(_Alignof(ai));
  P(sizeof(struct a7));
  P(sizeof(struct a8));
  P(_Alignof(un));
  P(sizeof(struct a9));
  P(sizeof(union a10));
  P(sizeof(struct a11));
  P(sizeof(struct a12));
  P(sizeof(struct a13));
  P(sizeof(struct a14));
  P(sizeof(enum pe));
  P(sizeof(enum pe2));
  P(sizeof(enum pe3));
  P(__alignof__(g));
  P(__alignof__(h));
  P(_Alignof(int __attribute__((aligned(128)))));
  P(_Alignof(struct {char c;} __attribute__((aligned(8)))));
  P(sizeof(int __attribute__((aligned(128)))));
  P(((unsigned long)&g)%64);
  return 0;
}
