/* Universal names. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int caf\u00e9=3; int h\u00e9llo(int \u00e5){return \u00e5+1;} int $dollar=5; int main(){ P(caf\u00e9); P(h\u00e9llo(2)); P($dollar); P(sizeof("\u00e9")); int é=4; P(é); return 0;}
