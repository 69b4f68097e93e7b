/* Assertions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <assert.h>
int main(){assert(1);assert(1==1&&"msg");int x=3;assert(x);assert((x++,1));P(x);
#define NDEBUG
#include <assert.h>
assert(0);P(1);return 0;}
