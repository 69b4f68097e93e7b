/* Pragmas. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma once
#ident "x"
int a;_Pragma("GCC diagnostic pop");;int main(){;;
#pragma STDC FP_CONTRACT OFF
P(a);{};if(1);else;for(;0;);l:m:P(2);return 0;};
