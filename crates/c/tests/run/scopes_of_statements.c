/* Statements with conditions are scopes, and so are their parts. */
#include <stdio.h>

struct s { char a; };
enum { ONE = 1 };

static int branch(void) {
  if (sizeof(struct s { int a; double b; }) > 4)
    return sizeof(struct s);
  return 0;
}

static int after_branch(void) {
  if (sizeof(struct s { int a; double b; })) (void)0;
  return sizeof(struct s);
}

static int after_loops(void) {
  int n = 0;
  while (n < (int)sizeof(struct s { int a[3]; })) n += sizeof(struct s);
  do n++;
  while (n < (int)sizeof(enum { ONE = 20 }) + ONE);
  for (int i = 0; i < (int)sizeof(struct s { short a; }); i++) n += sizeof(struct s);
  switch (n + (int)sizeof(struct s { long long a; })) {
  default: n += sizeof(struct s);
  }
  return n * 100 + ONE * 10 + (int)sizeof(struct s);
}

int main(void) {
  printf("%d %d %d\n", branch(), after_branch(), after_loops());
  return 0;
}
