/* Alignments of types, and of expressions, which know of their declarations. */
#include <stdio.h>

#define SHOW(x) printf(#x ": %zu\n", (size_t)(x))
#define BOTH(x) (SHOW(_Alignof(x)), SHOW(__alignof__(x)))

typedef double low __attribute__((aligned(2)));
typedef int high __attribute__((aligned(16)));
struct s {
  char c;
  double d;
  long long l;
  long double ld;
  double a[2];
  struct { double d; } in;
  high h;
  char up __attribute__((aligned(8)));
  double p __attribute__((packed));
  double not_less __attribute__((aligned(2)));
};
#pragma pack(2)
struct pragma { char c; double d; } pragma;
#pragma pack()

double g, ga[3];
low gl;
high gh;
int less __attribute__((aligned(2))), more __attribute__((aligned(64)));
double function(double x) { return x + __alignof__(x); }

int main(void) {
  struct s s, *p = &s;
  double d, a[3], *pd = a;
  long long l;
  BOTH(double), BOTH(long long), BOTH(long double), BOTH(double[2]), BOTH(const double);
  BOTH(low), BOTH(high), BOTH(low *), BOTH(low[2]), BOTH(struct s), BOTH(struct { double d; });
  BOTH(void), BOTH(_Bool), BOTH(__typeof__(s.d)), BOTH(__typeof__(__typeof__(double)));
  BOTH(s.d), BOTH(p->d), BOTH(p[0].l), BOTH(s.ld), BOTH((s.a)), BOTH(s.a[0]), BOTH(s.in);
  BOTH(s.in.d), BOTH(s.h), BOTH(s.up), BOTH(s.p), BOTH(s.not_less), BOTH(s), BOTH(pragma.d);
  BOTH(d), BOTH(l), BOTH(a), BOTH(a[0]), BOTH(*pd), BOTH(*p), BOTH(g), BOTH(ga[1]);
  BOTH(gl), BOTH(gh), BOTH(less), BOTH(more), BOTH(function), BOTH(function(1));
  BOTH(1.0), BOTH(s.d + 1), BOTH((double)1), BOTH(*&s.d), BOTH(&s.d), BOTH(*(char *)&d);
  SHOW(__alignof__ s.d), SHOW(__alignof__ g + 1), SHOW(__alignof p->a[1]);
  printf("%g\n", function(1));
  return 0;
}
