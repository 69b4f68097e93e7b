/* Arrays of arrays. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int a[2][3][4];
int (*pa)[3][4]=a;
typedef int m3[3][3];
m3 id={{1},{0,1},{0,0,1}};
int det(m3 m) {
  return m[0][0]*m[1][1]*m[2][2];
}
int get(int x[][4],int i,int j) {
  return x[i][j];
}
int*flat(int*p,int i) {
  return p+i;
}
int main() {
  int n=0;
  for(int i=0;i<2;i++)for(int j=0;j<3;j++)for(int k=0;k<4;k++)a[i][j][k]=n++;
  P(a[1][2][3]);
  P(*(*(*(a+1)+2)+3));
  P(pa[1][0][0]);
  P(sizeof a[0]);
  P(sizeof a[0][0]);
  P(det(id));
  P(get(a[1],2,1));
  P((*pa)[1][1]);
  P(a[0][0]+4==a[0][1]);
  P(&a[1]-&a[0]);
  P((int)(&a[1][0][0]-&a[0][0][0]));
  char s[2][3]={"ab","cd"};
  P(s[1][0]);
  P(sizeof s/sizeof*s);
  char*const*pp;
  char*ar[]={"x","yz",0};
  pp=ar;
  P(pp[1][1]);
  int j=0;
  while(*pp++)j++;
  P(j);
  int(*q)[4]=a[1];
  P(q[1][2]);
  P((*(q+1))[2]);
  return 0;
}
