/* Digraphs. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
%:include <stddef.h>
int main() <% int a<:3:> = <%1,2,3%>; P(a<:1:>); P(sizeof a); %>
