/* Threaded code. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int run(const unsigned char*c){static const void*const t[]={&&add,&&sub,&&dbl,&&end};int a=0;
#define NEXT goto *t[*c++]
NEXT;add:a+=*c++;NEXT;sub:a-=*c++;NEXT;dbl:a*=2;NEXT;end:return a;}int main(){static unsigned char p[]={0,5,2,1,3,2,3};P(run(p));return 0;}
