#include <stdio.h>
static int x=1;
static int f(void) {
  return x++;
}
int get_b(void);
extern int shared;
struct s{int a;char b;};
extern struct s gs;
int useb(struct s*);
static struct {int q;} anon={5};
enum e{A,B,C};
enum e nexte(enum e);
typedef struct {int t;} T;
int tfun(T*);
extern int arr[];
extern const char *const names[];
int main(void) {
  int p=f(),q=f();
  printf("%d %d %d\n",p,q,get_b());
  shared=4;
  printf("%d\n",get_b());
  struct s v={1,2};
  printf("%d %d\n",gs.a,useb(&v));
  printf("%d %d\n",anon.q,nexte(A));
  T t={7};
  printf("%d %d %s\n",tfun(&t),arr[2],names[1]);
  return 0;
}
