/* Static initialisers of every kind. */
#include <stdio.h>
#define offsetof(type, member) __builtin_offsetof(type, member)
struct item { char tag; short n; const char *text; struct item *next; double d; int more[]; };
extern struct item second;
struct item first = { 'a', -2, "first", &second, 1.5 };
struct item second = { .text = "second" + 3, .next = &first };
int numbers[] = { [5] = 1, 2, [1] = 7, [2 ... 4] = 9 };
int *middle = numbers + 3, *end = &numbers[7];
char text[8] = "abc", exact[3] = "xyz", *names[2][2] = { { "a", "b" }, { "c" } };
unsigned long distance = offsetof(struct item, d);
float f = 1; long double big = 1e100L; _Bool yes = 3; unsigned char cut = (unsigned char)511;
union { int i; char c[4]; } u = { 0x41424344 }, w = { .c = "xy" };
enum color { RED, GREEN = 5, BLUE } color = BLUE;
int (*function)(const char *, ...) = printf;
static int uninitialised[10];
struct { struct { int a, b; } in[2]; int z; } nested = { 1, 2, { 3 }, 4 };
int *literal = (int[]){ 4, 5, 6 };
int main(void) {
    printf("%c %d %s %s %g\n", first.tag, first.n, first.text, first.next->text, first.d);
    for (int i = 0; i < 7; i++) printf("%d ", numbers[i]);
    printf("%d %d %d\n", *middle, (int)(end - middle), (int)(sizeof numbers / sizeof *numbers));
    printf("%s %d %c %s %d\n", text, text[7], exact[2], names[1][0], names[1][1] == 0);
    printf("%g %Lg %d %d %d\n", f, big, yes, cut, color);
    printf("%c %c %s\n", u.c[0], u.c[3], w.c);
    printf("%d %d %d %d\n", uninitialised[9], nested.in[1].a, nested.in[1].b, nested.z);
    printf("%d %d\n", literal[2], second.next == &first);
    printf("%d\n", distance == offsetof(struct item, d));
    return 0;
}
