# 3 "gnu.c"
#pragma pack(push, 1)
typedef unsigned __int128 wide;
struct __attribute__((packed, aligned(4))) s { char c; int i : 3; union { float f; } u; };
#pragma pack(pop)
enum e { A __attribute__((unused)) = 1, B };
static __thread int counter$ = 1;
extern int puts(const char *) __attribute__((nothrow));
_Static_assert(sizeof(int) == 4);
main(argc, argv) int argc; char **argv; {
  __label__ out;
  int a[] = { [0 ... 2] = 1, [3] 2 };
  struct s s = (struct s){};
  void *p = &&out;
  for (int i = 0; i < 3; i++) a[i] += argc ?: 0x1p3 - 1.5Q + '\e';
  switch (argc) { case 1 ... 3: puts("\xe9\u00e4" "x"); __attribute__((fallthrough)); default:; }
  if (__builtin_types_compatible_p(int, wide)) goto *p; else asm volatile goto("nop" : : : : out);
  do { __auto_type y = ({ __typeof__(a[0]) z = 1; z; }); } while (__alignof__(s) > 4);
out: }
