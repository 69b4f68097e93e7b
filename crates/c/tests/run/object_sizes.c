/* Object sizes. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct s{int a;char b[6];};
int main() {
  char x[10];
  struct s s;
  char*p=x;
  P(__builtin_object_size(x,0));
  P(__builtin_object_size(x+3,0));
  P(__builtin_object_size(&x[4],1));
  P(__builtin_object_size(s.b,1));
  P(__builtin_object_size(&s.b[2],1));
  P(__builtin_object_size(&s,0));
  P(__builtin_object_size(s.b,0));
  P(__builtin_object_size("abc",0));
  return 0;
}
