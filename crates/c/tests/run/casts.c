/* Casts. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int i=-1;
  P((unsigned char)i);
  P((unsigned short)i);
  P((long long)(unsigned)i);
  P((long long)i);
  P((char)(short)i);
  P((unsigned long long)(char)-1>>60);
  P((int)(unsigned char)200);
  P((int)(signed char)200);
  P((short)0x12345);
  P((int)0x1234567890LL);
  P((unsigned)(long long)-5);
  P((char*)8-(char*)3);
  P((long)(void*)16);
  P((int)(long)(char)-1);
  float f=3.99f;
  P((int)f);
  P((int)-f);
  P((char)(int)f);
  P((_Bool)f);
  P((float)7/2);
  P((double)(float)0.1==0.1);
  (void)i;
  P(((void)0,5));
  P((int)'a'+(char)1);
  P((unsigned char)~0);
  P((signed char)0x80);
  P(-(unsigned char)1);
  P((unsigned)-1/2);
  P((long)1<<20);
  P((enum{Q,R})1);
  P((const int)3);
  P((int const)4);
  P((int)(_Bool)256);
  int a[2]={1,2};
  P(*(int*)(char*)a);
  P(((unsigned char*)a)[4]);
  P((short)(unsigned short)65535);
  return 0;
}
