/* Wide strings. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stddef.h>
wchar_t w[]=L"a\x1234z\u00e9";
unsigned short u16[]=u"\u00e9\U0001F600";
unsigned u32[]=U"\U0001F600";
char u8s[]=u8"\u00e9";
wchar_t arr[10]=L"xyz";
int main() {
  for(int i=0;i<5;i++)P(w[i]);
  P(sizeof w/sizeof*w);
  for(int i=0;i<4;i++)P(u16[i]);
  P(sizeof u16);
  P(u32[0]);
  P(sizeof u8s);
  for(int i=0;i<3;i++)P((unsigned char)u8s[i]);
  P(L'\x7fffffff');
  P(u'\xffff');
  P(U'\xffffffff');
  P('\xff');
  P('ab');
  P('abc');
  P('abcd');
  P('\0');
  P('\'');
  P('\"');
  P('\?');
  P('\a');
  P('\e');
  P('\v');
  P('\012');
  P('\0123'==('\012'<<8|'3'));
  P(L'ab'&0xff);
  P(sizeof(wchar_t));
  P((wchar_t)-1<0);
  P(L"abc"[1]);
  P(sizeof(L"" L"x"));
  P(sizeof("a" "bc"));
  P("\x41" "B"[1]);
  P(*L"" "q");
  P(arr[2]);
  P(arr[3]);
  P((u"a" "\u2029")[1]);
  P(("\u2029" L"b")[0]);
  P(sizeof(u"a" "\U00064321"));
  P((unsigned char)"\u00e9"[1]);
  P(sizeof("\u00e9" "a"));
  return 0;
}
