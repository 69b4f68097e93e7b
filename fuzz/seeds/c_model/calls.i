typedef __builtin_va_list va_list;
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int sum(int n, ...) {
  va_list ap; int s = 0; __builtin_va_start(ap, n);
  while (n--) s += __builtin_va_arg(ap, int);
  __builtin_va_end(ap); return s;
}
struct pair { int a : 3, b; long long c[2]; };
struct pair swap(struct pair p) { return (struct pair){ p.b, p.a, { [1] = p.c[0] } }; }
int (*ops[2])(int) = { fact };
int main(int argc, char **argv) {
  int vla[argc + 1], *q = vla; struct pair p = { 1, 2 };
  ops[argc & 1](3); p = swap(p); q[argc] = sum(2, p.a, p.b);
  switch (q[argc] >> 1) { case 1: goto out; case 2 ... 4: argc /= q[0]; default: break; }
  *(char *)&argc |= 7; char s[] = "ab\n"; double d = s[0] * 1.5f + (argc << 2);
out: return (int)d && &p.c[1] > p.c;
}
