#include <stdlib.h>
struct n{char c[3];double d;};
typedef struct n N;
enum k{A1=100};
union u{double d;};
int other(void) {
  struct n x={{1}};
  return sizeof(N)*10+x.c[0]+A1+sizeof(union u);
}
struct list{int v;};
static struct list keep;
struct list*mk(int v) {
  keep.v=v;
  return &keep;
}
int val(struct list*p) {
  return p->v;
}
