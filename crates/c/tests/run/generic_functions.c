/* Generic functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#define absx(x) _Generic((x),int:abs_i,double:abs_d,float:abs_f,long:abs_l,const char*:abs_s,char*:abs_s,default:abs_o)(x)
int abs_i(int x){return 1;}int abs_d(double x){return 2;}int abs_f(float x){return 3;}int abs_l(long x){return 4;}int abs_s(const char*s){return 5;}int abs_o(){return 6;}struct s{int a;};
int main(){const double cd=1;volatile int vi=1;char c=1;const char*cs="x";char buf[3];P(absx(1));P(absx(1.0));P(absx(1.0f));P(absx(1L));P(absx("s"));P(absx(cd));P(absx(vi));P(absx(cs));P(absx(buf));P(absx(1u));P(absx(c));P(absx((short)1));P(absx(1==1));P(absx(c+c));P(_Generic(cs,const char*:1,char*:2)+_Generic(buf,const char*:1,char*:2));P(_Generic((const struct s){1},struct s:1,default:2));P(_Generic(&vi,int*:1,volatile int*:2,default:3));P(_Generic(&cd,double*:1,const double*:2));P(_Generic(1,int:_Generic(1.0,double:10,default:11),default:12));P(_Generic(abs_i,int(*)(int):1,default:2));P(_Generic(*cs,char:1,default:2));P(_Generic(&*buf,char*:1,default:2));P(_Generic(&buf,char(*)[3]:1,default:2));return 0;}
