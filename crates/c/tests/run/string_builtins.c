/* String builtins. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <string.h>
int main() {
  char b[20];
  P(__builtin_ffsll(8));
  P(__builtin_labs(-3));
  P(__builtin_llabs(-4));
  P(__builtin_strchr("abc",'b')!=0);
  __builtin_printf("hi %d\n",3);
  __builtin_puts("x");
  P(__builtin_memchr("abc",'c',3)!=0);
  __builtin_bzero(b,20);
  P(b[3]);
  P((char*)__builtin_mempcpy(b,"abc",3)-b);
  P(__builtin_stpcpy(b,"xy")-b);
  P(__builtin_strncmp("ab","ac",1));
  P(__builtin_strcat(b,"z")==b);
  void*m=__builtin_malloc(4);
  P(m!=0);
  __builtin_free(m);
  m=__builtin_calloc(1,4);
  P(*(int*)m);
  __builtin_free(m);
  return 0;
}
