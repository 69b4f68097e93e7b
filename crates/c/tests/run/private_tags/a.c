#include <stdio.h>
struct n{int v;};
typedef struct n N;
enum k{A1=1};
union u{int i;};
int other(void);
int sz(void) {
  struct n x={3};
  return sizeof x+x.v;
}
struct list;
struct list*mk(int);
int val(struct list*);
int main(void) {
  printf("%d %d\n",sz(),other());
  printf("%d\n",val(mk(6)));
  return 0;
}
