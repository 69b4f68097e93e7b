static int x=10;
static int f(void) {
  return x+=5;
}
int shared;
struct s{int a;char b;};
struct s gs={8,9};
int get_b(void) {
  return f()+shared;
}
int useb(struct s*p) {
  return p->a+p->b;
}
static struct {char q;} anon={6};
enum e{A,B,C};
enum e nexte(enum e x){return x+1+anon.q-6;} typedef struct {int t;} T;
int tfun(T*p) {
  return p->t;
}
int arr[3]={1,2,3};
const char*const names[]={"x","y"};
