#include <stdio.h>
int c;
int arr[4];
extern int d;
int only;
int bump(void);
int main(void) {
  c=3;
  arr[2]=5;
  int r=bump();
  printf("%d %d %d\n",r,c,d);
  printf("%d %d\n",arr[2],only);
  return 0;
}
