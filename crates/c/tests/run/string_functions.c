/* String functions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <string.h>
char g[]="glob";
const char*t[]={"one","two",0};
char two[][4]={"abc","de"};
int main() {
  P(sizeof g);
  P(strlen(t[1]));
  P(t[2]==0);
  P(two[1][1]);
  P(two[1][2]);
  P(sizeof two);
  char b[10];
  strcpy(b,"hi");
  strcat(b," yo");
  P(strlen(b));
  P(strcmp(b,"hi yo"));
  P(memcmp(b,"hi",2));
  P(strchr(b,'y')-b);
  P(strncmp("abc","abd",2));
  memset(b,'x',3);
  P(b[2]);
  memcpy(b,"12345",5);
  P(b[4]);
  memmove(b+1,b,4);
  P(b[4]);
  P(b[1]);
  P("a" "b" "c"[0]);
  P(*"z");
  P("abc"[3]);
  P(sizeof("a\0b"));
  P(strlen("a\0b"));
  P(strrchr("abcb",'b')!=0);
  char c[]={'a','b',0};
  P(strlen(c));
  P(strstr("hello","ll")!=0);
  P(sizeof("\x41\102\n"));
  P('\x41'=='\101');
  const char*e="";
  P(*e);
  P(strspn("aab","a"));
  P(strcspn("xyz","z"));
  return 0;
}
