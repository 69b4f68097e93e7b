/* Alignments that members ask for. */
#include <stddef.h>
#include <stdio.h>

#define SHOW(type) printf(#type ": %zu, %zu\n", sizeof(type), _Alignof(type))
#define MEMBER(type, name) printf(#type "." #name ": %zu\n", offsetof(type, name))

typedef int wide __attribute__((aligned(16)));
struct numbers { char a; _Alignas(8) int x; const _Alignas(16) char b, c; int _Alignas(0) d; };
struct types { char a; _Alignas(double) char b; _Alignas(long double) char c; _Alignas(wide) char d; };
struct several { char a; _Alignas(4) _Alignas(8) char b; _Alignas(sizeof(long) * 2) char c; };
struct nested { char a; _Alignas(8) struct { int x; char y; }; struct { _Alignas(32) char z; } in; };
struct defines { char a; struct { char x; } _Alignas(16) b; struct { char y; } c; };
union both { char c; _Alignas(16) short s; };
struct packed { char a; _Alignas(4) int b; char c; _Alignas(8) short d; } __attribute__((packed));
#pragma pack(push, 2)
struct pragma { char a; _Alignas(8) int b; char c; };
#pragma pack(pop)
struct bits { char a; _Alignas(8) char b; int x : 3; };

int main(void) {
  SHOW(struct numbers);
  MEMBER(struct numbers, x);
  MEMBER(struct numbers, b);
  MEMBER(struct numbers, c);
  MEMBER(struct numbers, d);
  SHOW(struct types);
  MEMBER(struct types, b);
  MEMBER(struct types, c);
  MEMBER(struct types, d);
  SHOW(struct several);
  MEMBER(struct several, b);
  MEMBER(struct several, c);
  SHOW(struct nested);
  MEMBER(struct nested, x);
  MEMBER(struct nested, in);
  SHOW(struct defines);
  MEMBER(struct defines, b);
  MEMBER(struct defines, c);
  SHOW(union both);
  SHOW(struct packed);
  MEMBER(struct packed, b);
  MEMBER(struct packed, c);
  MEMBER(struct packed, d);
  SHOW(struct pragma);
  MEMBER(struct pragma, b);
  SHOW(struct bits);
  MEMBER(struct bits, b);
  struct numbers v = {1, 2, 3, 4, 5};
  printf("%d %d\n", v.x, v.d);
  return 0;
}
