// Types of expressions are compared where no declaration on the way to them has qualifiers.
#include <stdio.h>
#include <stddef.h>
struct base { int kind; int *items[2]; };
struct derived { struct base parent; struct { long extra; char *name; }; const char *title; };
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define CONTAINER(ptr, type, member)                                                               \
    __builtin_choose_expr(offsetof(type, member) == 0 && SAME(&((type *)0)->member, ptr),          \
                          (type *)(ptr), (void)0)
static long extra(struct base *base) {
    struct derived *d = CONTAINER(base, struct derived, parent);
    return d->extra;
}
int main(void) {
    static int item;
    struct derived d = { { 1, { &item, 0 } }, { 42, 0 }, 0 };
    struct derived *p = &d;
    char *s = 0;
    __typeof__(d.parent.items[0]) first = d.parent.items[0];
    printf("%ld\n", extra(&p->parent));
    printf("%d %d\n", SAME(p->parent.items[1], first), SAME(p->parent.items, first));
    printf("%d %d\n", SAME(p->name, s), SAME(&p->name, &s));
    printf("%d %d\n", SAME(*p, d), SAME(&*p, &d));
    printf("%d\n", _Generic(p->name, char *: 1, const char *: 2, default: 3));
    printf("%d\n", _Generic(p->parent.items[0], char *: 1, int *: 2, default: 3));
    return item;
}
