/* Symbol pragmas. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int here(void){return 3;}
#pragma weak alias_of = here
extern int alias_of(void);
#pragma redefine_extname renamed here
extern int renamed(void);
#pragma weak weak_here
int weak_here(void){return 4;}
int main(){P(alias_of());P(renamed());P(weak_here());return 0;}
