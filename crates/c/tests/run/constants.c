/* Constants. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
const int a=5;
static const int tab[]={1,2,3};
const char*const names[]={"a","b"};
volatile const int vc=7;
int arr[(int)sizeof(tab)/4];
enum{N=sizeof tab/sizeof tab[0],M=N*2,L=(N>2)?1:0,K=-1,J='a',I=(int)2.5,H=~0,G=1<<3|1,F=!5,E=(char)300,D=N==3&&M==6};
int sw(int x) {
  switch(x) {
    case N:return 1;
    case M:return 2;
    case sizeof(int)+3:return 3;
    case 2?8:9:return 4;
  }
  return 0;
}
int main() {
  P(a);
  P(tab[2]);
  P(*names[1]);
  P(vc);
  P(sizeof arr);
  P(M);
  P(L);
  P(K);
  P(J);
  P(I);
  P(H);
  P(G);
  P(F);
  P(E);
  P(D);
  P(sw(3));
  P(sw(6));
  P(sw(7));
  static int s[N];
  P(sizeof s);
  return 0;
}
