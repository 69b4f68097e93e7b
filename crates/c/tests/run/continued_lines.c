/* Continued lines. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int ma\
in(){ int x\
y=3; P(xy); P("a\
b"[1]); // comment \
P(0); still comment
/* multi
line */ P(1); return 0;}
