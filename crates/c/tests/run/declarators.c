/* Declarators. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int (*(*fpp)(int))(char);
int *(*arrfp[3])(void);
int (*(*retarr)(void))[3];
char (*(*x[3])())[5];
typedef void (*sigh)(int);
sigh signal_(int,sigh);
int ((paren))(int ((a))) {
  return a;
}
int (*(getf)(void))(int) {
  return paren;
}
int *const *volatile cpp;
int a3[3]={1,2,3};
int (*ra(void))[3]{return &a3;} typedef int arr_t[3];
arr_t *pt=&a3;
arr_t at={4,5,6};
int f1(arr_t a) {
  return a[1];
}
int f2(int (f)(int),int v) {
  return f(v);
}
int f3(int a[static 2],int n) {
  return a[n];
}
int f4(int a[const]) {
  return *a;
}
void v(void) {
}
int (*tab[])(int)={paren,paren};
int main() {
  P(paren(3));
  P(getf()(4));
  P((*ra())[1]);
  P((*pt)[2]);
  P(f1(at));
  P(f2(paren,7));
  P(f3(a3,1));
  P(f4(a3));
  P(sizeof(arrfp)==3*sizeof(void*));
  P(sizeof(x)==3*sizeof(void*));
  P(tab[1](5));
  v();
  return 0;
}
