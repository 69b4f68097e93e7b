/* Memory functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <string.h>
#include <stdlib.h>
struct s{int a;char b[3];};
int main() {
  struct s x={1,"ab"},y;
  memcpy(&y,&x,sizeof x);
  P(y.a);
  P(memcmp(&x,&x,sizeof x));
  memset(&y,0,sizeof y);
  P(y.b[0]);
  int*p=calloc(3,sizeof*p);
  P(p[2]);
  p=realloc(p,5*sizeof*p);
  P(p[0]);
  p[4]=1;
  free(p);
  char*d=strdup("dup");
  P(d[1]);
  free(d);
  char b[6]="abcde";
  memmove(b+1,b,3);
  P(b[3]);
  P(strlen(b));
  P(memchr(b,'c',5)!=0);
  P(strncpy(b,"xy",4)==b);
  P(b[3]);
  P(abs(-4));
  P(atoi("42"));
  P(strnlen("abcdef",3));
  int q[3]={3,1,2};
  P(q[0]);
  void*v=malloc(0);
  free(v);
  free(0);
  return 0;
}
