/* Incomplete types. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
struct fwd;
struct fwd*gp;
extern int ext[];
int get(struct fwd*);
struct fwd{int v;struct fwd*self;};
int get(struct fwd*p) {
  return p->self->v;
}
int ext[3]={1,2,3};
extern int ext[3];
struct a{struct b*p;};
struct b{struct a*q;int n;};
typedef struct node node;
struct node{int d;node*n;};
enum en;
int arr[];
int arr[]={4,5};
struct opaque*op;
static int tent[2];
static int tent[2]={8,9};
int fnd();
int fnd(int a) {
  return a;
}
int main() {
  struct fwd f={5,&f};
  P(get(&f));
  P(ext[2]);
  P(sizeof ext);
  struct b b={0,6};
  struct a a={&b};
  b.q=&a;
  P(b.q->p->n);
  node n2={2,0},n1={1,&n2};
  P(n1.n->d);
  P(arr[1]);
  P(op==0);
  P(tent[1]);
  P(fnd(3));
  gp=&f;
  P(gp->v);
  {
    extern int ext[];
    P(ext[0]);
  }
  return 0;
}
