/* Implicit int. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <string.h>
f(x){return x+1;} static g(){return 2;} const c=3; static s=4; main2(){return 0;} register_(a,b) {return a-b;}
int main(){extern h();P(f(1));P(g());P(c);P(s);P(h(2,3));P(register_(5,2));auto x=6;P(x);return 0;} h(a,b) int a,b;{return a*b;}
