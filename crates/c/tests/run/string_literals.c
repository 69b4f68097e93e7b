/* String literals. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
const char*a="x" "y"  "z";char b[]="\1\22\333\x4""5";char c[]="a\
b";char d[]="tab\there\\\"q\"";const char e[]={"br"};char f[4]={"ab"};char*g[]={"a","b" "c",};char h[]="??/";int main(){P(sizeof "x" "yz");P(a[2]);for(int i=0;i<5;i++)P((unsigned char)b[i]);P(sizeof b);P(sizeof c);P(d[3]);P(d[8]);P(sizeof e);P(f[3]);P(g[1][1]);P(sizeof g/sizeof*g);P(sizeof h);P(*("abc"+1));P("abc"=="abc"||1);P(&"abc"[2]-"abc"==2||1);P(sizeof(char[]){"qq"});return 0;}
