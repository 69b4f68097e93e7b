/* Function pointers. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int add(int a,int b) {
  return a+b;
}
int sub(int a,int b) {
  return a-b;
}
int (*ops[2])(int,int)={add,&sub};
int (*pick(int i))(int,int) {
  return ops[i];
}
typedef int op(int,int);
op *ptr=add;
int apply(op f,int a,int b) {
  return f(a,b);
}
struct vt{int(*f)(struct vt*,int);int k;};
int meth(struct vt*s,int x) {
  return s->k+x;
}
void (*sig(int n,void(*h)(int)))(int) {
  return h;
}
void hnd(int x) {
  P(x);
}
int main() {
  P(ops[0](3,4));
  P((*ops[1])(3,4));
  P((****ptr)(1,2));
  P(pick(1)(9,4));
  P(apply(sub,5,6));
  struct vt v={meth,10};
  P(v.f(&v,5));
  P(ptr==add);
  P(&add==add);
  P(!add);
  P(add?1:2);
  sig(1,hnd)(42);
  op *arr[]={add,sub};
  P(arr[1](1,1));
  P((ptr=sub)(1,2));
  P((0?add:sub)(8,3));
  int(*(*pp)[2])(int,int)=&ops;
  P((*pp)[0](2,2));
  P(sizeof(ptr)==sizeof(void*));
  return 0;
}
