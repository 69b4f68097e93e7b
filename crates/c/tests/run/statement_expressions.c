/* Statement expressions. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int a=({int x=3;x+1;});
  P(a);
  P(({int y=a;y*y;}));
  int i=0;
  P(({i++;i++;i;}));
  P(({if(a>3)a=10;else a=20;a;}));
  P(sizeof(({char c=1;c;})));
  P(({struct{int a,b;}s={1,2};s;}).b);
  ({;});
  P(({({({5;});});}));
  for(int k=0;({k<3;});k++)P(k);
  P(({int z=0;while(z<5){if(z==3)break;z++;}z;}));
  P(({goto l; l: 3;}));
  int m=({int a=1;int b=2;a>b?a:b;});
  P(m);
  return ({0;});
}
