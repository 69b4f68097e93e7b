/* Generic types. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  P(_Generic((char)1,char:1,int:2));
  P(_Generic((short)1+(short)1,int:1,short:2));
  P(_Generic(1L+1u,long:1,unsigned long:2,default:3));
  P(_Generic(1LL+1UL,unsigned long:1,unsigned long long:2,long long:3));
  P(_Generic(1.0f+1,float:1,double:2));
  P(_Generic(1?1:1.0,int:1,double:2));
  P(_Generic((void*)0,void*:1,default:2));
  P(_Generic(0?(int*)0:(void*)0,int*:1,void*:2));
  P(_Generic(&(int[3]){0},int(*)[3]:1,default:2));
  P(_Generic(main,int(*)():1,default:2));
  P(_Generic("x",char*:1,const char*:2));
  P(_Generic(1==1,int:1,_Bool:2));
  P(_Generic(!1.0,int:1,default:2));
  P(_Generic((_Bool)1+(_Bool)1,int:1,default:2));
  P(_Generic(sizeof 1,unsigned:1,unsigned long:2));
  P(_Generic((char*)0-(char*)0,int:1,long:2));
  P(_Generic('\0',int:1,default:2));
  P(_Generic(1<<1L,int:1,long:2));
  P(_Generic(1UL<<1,unsigned long:1,default:2));
  P(_Generic(-1u,unsigned:1,default:2));
  P(_Generic((1,2.0),double:1,default:2));
  P(_Generic(0x7fffffff,int:1,default:2));
  P(_Generic(0xffffffff,unsigned:1,default:2));
  P(_Generic(4294967295,unsigned:1,long:2,long long:3));
  P(_Generic(07777777777777,long:1,long long:2,default:3));
  P(_Generic(18446744073709551615ULL,unsigned long long:1,default:2));
  return 0;
}
