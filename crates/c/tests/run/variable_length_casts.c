/* Variable length casts. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int n=3,m[2][3]={{1,2,3},{4,5,6}};
  int*q=&m[0][0];
  P(((int(*)[n])q)[1][2]);
  for(int i=0;((int(*)[n])q)[i][0]<4;i++)P(i);
  n=2;
  P(((int(*)[n])q)[1][0]);
  int k=0;
  while(((int(*)[n])q)[k][0]<5)k++;
  P(k);
  P(sizeof(*(int(*)[n])q));
  P(sizeof(*(int(*)[n+1])q));
  P(n==2?((int(*)[n])q)[2][1]:0);
  if(((int(*)[n])q)[1][1]==4)P(9);
  switch(((int(*)[n])q)[1][1]) {
    case 4:P(4);
  }
  int x=((int(*)[n])q)[0][1];
  P(x);
  n=3;
  do {
    n--;
    P(((int(*)[n])q)[1][0]);
  } while(n>1);
  int(*r)[n+1]=(int(*)[n+1])q;
  P(r[1][1]);
  int s=({int t=3;((int(*)[t])q)[1][0];});
  P(s);
  P(sizeof(int[n+1][2]));
  int z[sizeof(int[n])];
  P(sizeof z);
  k=0;
  k++,n=2,((int(*)[k+=n]){(void*)q});
  P(k);
  int(*u)[n]=(int(*)[n++]){(void*)q};
  P(n);
  P(u[1][0]);
  return((int(*)[3])q)[0][0]-1;
}
