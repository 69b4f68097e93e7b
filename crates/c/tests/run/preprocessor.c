/* Preprocessor. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#define CAT(a,b) a##b
#define STR(x) #x
#define XSTR(x) STR(x)
#define VA(f,...) f(__VA_ARGS__)
#define GV(f,args...) f(args)
#define OPT(f,...) sum2(f,##__VA_ARGS__)
#define EMPTY
#if defined(__GNUC__) && __STDC_VERSION__ >= 201112L
#define OK 1
#elif 0
#error no
#else
#define OK 0
#endif
int sum2(int a,...){return a;} int CAT(fo,o)(int a,int b){return a*b;}
int main(){P(CAT(1,2));P(sizeof(STR(a b)));P(XSTR(OK)[0]);P(VA(foo,2,3));P(GV(foo,4,5));P(OPT(1));P(OPT(1,2));P(OK);P(EMPTY 5 EMPTY);
#ifdef NOPE
P(0);
#endif
#undef OK
#ifndef OK
P(1);
#endif
#line 100 "x.c"
P(__LINE__);P(sizeof(__FILE__));P(__COUNTER__);P(__COUNTER__);P('\
a');return 0;}
