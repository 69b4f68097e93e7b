/* Variadic macros. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#define LOG(f,...) printf(f __VA_OPT__(,) __VA_ARGS__)
int main(){LOG("a\n");LOG("%d\n",3);return 0;}
