/* Compound literals, designators, strings and characters. */
#include <stdio.h>
#include <wchar.h>
struct v { int x, y; const char *s; };
static int total(struct v *a, int n) { int t = 0; for (int i = 0; i < n; i++) t += a[i].x * a[i].y; return t; }
int main(void) {
    printf("%d\n", total((struct v[]){ { 1, 2 }, { .y = 3, .x = 4 }, [3] = { 5, 6, "z" } }, 4));
    int *p = (int[4]){ 1, [2] = 7 }; p[1] = p[2]; printf("%d %d %d %d\n", p[0], p[1], p[2], p[3]);
    for (int i = 0; i < 3; i++) { int *q = &(int){ i }; *q += 10; printf("%d ", *q); }
    struct v w = (struct v){ .s = "text" }; printf("%s %d\n", w.s, w.x);
    printf("%d %d %d %d\n", '\n', '\x41', '\101', '\\'); printf("a\tb\"%s\"\n", "x" "y" "\x41" "z");
    char s[] = "a\0b"; printf("%d %d\n", (int)sizeof s, s[2]);
    wchar_t l[] = L"wide"; printf("%d %d\n", (int)(sizeof l / sizeof *l), (int)l[1]);
    printf("%s\n", __func__); printf("%c\n", "hello"[1]); printf("%d\n", 0x1p4 == 16);
    printf("%d %u %lld\n", 0777, 0xffffffff, 0x7fffffffffffffffLL);
    struct { int a[3]; struct { char c; } in; } n = { .a[1] = 4, .in.c = 'q', .a = { [2] = 9 } }; printf("%d %d %c\n", n.a[1], n.a[2], n.in.c);
    struct { int x, y; } r[5] = { [1].y = 3, [2] = { 8, 8 }, [0 ... 2] = { .x = 4 }, [4] = { 1 } }; printf("%d %d %d %d\n", r[1].x, r[1].y, r[2].y, r[4].x);
    int o[3] = { 1, 2, 3, }; printf("%d\n", o[2]);
    return 0;
}
