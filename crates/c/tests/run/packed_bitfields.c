/* Packed bitfields. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct a{unsigned a:12;unsigned b:12;unsigned c:12;}__attribute__((packed));struct b{char x;unsigned a:31;unsigned b:2;char y;};struct c{unsigned char a:4;unsigned short b:9;unsigned c:20;};struct d{int a:1;char b;int c:1;};struct e{long a:5;char b;};struct f{unsigned a:8;unsigned:0;unsigned b:8;unsigned char:0;char c;};struct g{char a:2;int b:30;};struct h{short a:12;int b:12;short c:12;};
#pragma pack(1)
struct i{unsigned a:12;char b;unsigned c:28;};
#pragma pack(2)
struct j{char a;unsigned b:17;long long c;};
#pragma pack()
struct k{unsigned a:3;unsigned b:3 __attribute__((aligned(2)));unsigned c:3 __attribute__((packed));};
int main(){P(sizeof(struct a));P(sizeof(struct b));P(sizeof(struct c));P(sizeof(struct d));P(sizeof(struct e));P(sizeof(struct f));P(sizeof(struct g));P(sizeof(struct h));P(sizeof(struct i));P(sizeof(struct j));P(sizeof(struct k));static union{struct a a;unsigned char r[8];}u={{0xabc,0x123,0x456}};for(int i=0;i<5;i++)P(u.r[i]);static union{struct c c;unsigned char r[8];}v={{5,0x1ff,0xabcde}};for(int i=0;i<8;i++)P(v.r[i]);static union{struct k k;unsigned char r[4];}w={{5,6,7}};for(int i=0;i<4;i++)P(w.r[i]);static union{struct i i;unsigned char r[8];}x={{0xfff,1,0xabcdef1}};for(int i=0;i<6;i++)P(x.r[i]);return 0;}
