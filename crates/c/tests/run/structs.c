/* Structures: assignment, parameters, results, nesting, comparison of members. */
#include <stdio.h>
struct point { int x, y; };
struct line { struct point from, to; char name[6]; };
static struct point add(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
static struct line make(int n) {
    struct line l = { { n, n + 1 }, .to = { .y = 9 }, "line" };
    return l;
}
static int sum(struct line l) { l.from.x = 100; return l.from.x + l.from.y + l.to.x + l.to.y; }
int main(void) {
    struct point p = { 1, 2 }, q = p, *r = &q;
    r->x = 5; printf("%d %d %d %d\n", p.x, p.y, q.x, r->y);
    p = add(p, q); printf("%d %d\n", p.x, p.y);
    struct line l = make(3); printf("%d %d %d %d %s\n", l.from.x, l.from.y, l.to.x, l.to.y, l.name);
    printf("%d %d\n", sum(l), l.from.x);
    printf("%d %d\n", make(7).to.y, add(p, q).y);
    struct line lines[3] = { [1] = make(4), [2].to.x = 8 };
    printf("%d %d %d\n", lines[0].from.x, lines[1].from.y, lines[2].to.x);
    lines[0] = lines[1]; lines[0].from.x++; printf("%d %d\n", lines[0].from.x, lines[1].from.x);
    struct point *s = &lines[1].to; s->x = 42; printf("%d\n", lines[1].to.x);
    struct point t = p.x > 3 ? p : q; printf("%d\n", t.x);
    struct point *c = &(struct point){ 3, 4 }; printf("%d\n", c->x * c->y);
    printf("%d\n", (int)sizeof(struct line));
    return 0;
}
