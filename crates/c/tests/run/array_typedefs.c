/* Array typedefs. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
typedef int A[];
A a={1,2,3},b={4};
typedef char S[4];
S s="abc";
const S cs="xy";
typedef int M[2][2];
M m={1,2,3,4};
typedef struct{A*p;}H;
int f(A x) {
  return x[1];
}
int g(const M x) {
  return x[1][0];
}
int main() {
  P(sizeof a);
  P(sizeof b);
  P(s[2]);
  P(cs[1]);
  P(m[1][1]);
  P(f(a));
  P(g(m));
  H h={&a};
  P((*h.p)[2]);
  P(sizeof(S));
  const S*ps=&cs;
  P((*ps)[0]);
  return 0;
}
