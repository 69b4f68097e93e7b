/* Static initialisers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int a=3+4*2;
int b[]={1,2,3};
int*p=&b[1];
int*q=b+2;
char*s="str";
char arr[5]="ab";
struct s{int x;int*y;}st={1,&a};
int(*fp)(void);
int main(void);
int(*mp)(void)=main;
static int z;
extern int ext;
int ext=9;
int tent;
int tent;
int tent=4;
const int c=5;
enum{E=3};
int ea[E]={E};
long diff=&((int*)0)[3]-(int*)0;
unsigned char uc=300;
float ff=1;
double dd=1/2;
int sh=1<<4|1;
int cond=1?2:3;
int sz=sizeof(int[E]);
int neg=-5%3;
char ch='a'+1;
long ad=(long)4;
int*np=0;
void*vp=&a;
int lg=!0&&1||0;
short narrow=70000;
_Bool bo=3;
int cast=(char)300;
int(*arrp)[3]=&b;
struct s*sp=&st;
int*yp=&((struct s*)0)->x;
unsigned u=-1;
long long ll=-1u;
int fl=3.7;
int main(void) {
  P(a);
  P(*p);
  P(*q);
  P(s[1]);
  P(arr[4]);
  P(*st.y);
  P(fp==0);
  P(mp==main);
  P(z);
  P(ext);
  P(tent);
  P(ea[0]+ea[1]);
  P(diff);
  P(uc);
  P(ff);
  P(dd);
  P(sh);
  P(cond);
  P(sz);
  P(neg);
  P(ch);
  P(np==0);
  P(*(int*)vp);
  P(lg);
  P(narrow);
  P(bo);
  P(cast);
  P((*arrp)[2]);
  P(sp->x);
  P(yp==0);
  P(u>0);
  P(ll);
  P(fl);
  {
    extern int a;
    P(a);
  }
  {
    int a=1;
    {
      extern int a;
      P(a);
    }
  }
  static int loc=sizeof(a);
  P(loc);
  static int*lp=&loc;
  P(*lp);
  return 0;
}
