/* Character constants. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  P('\0');
  P('\7');
  P('\77');
  P('\177');
  P('\x7f');
  P('"');
  P('\'');
  P("\""[0]);
  P('\\');
  P('\n'+'\t'+'\r'+'\b'+'\f');
  P('a'*256+'b'=='ab');
  P(sizeof'a');
  P(L'\u00e9');
  P(u8"x"[0]);
  P(U'\U0001F600');
  P('\377'==-1);
  P((unsigned char)'\377');
  P(L'\xff');
  P('\e'==27);
  P('\x80'<0);
  P("\xff"[0]<0);
  P(sizeof(L'x'));
  P('A'<'a');
  P('9'-'0');
  return 0;
}
