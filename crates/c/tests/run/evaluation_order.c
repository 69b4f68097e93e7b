/* Side effects in every corner, all with one meaning. */
#include <stdarg.h>
#include <stdio.h>
static int log_, g, calls;
static int t(int n) { log_ = log_ * 10 + n; calls++; return n; }
static void show(const char *what, long long value) {
    printf("%s %lld %d %d\n", what, value, log_, calls); log_ = calls = 0;
}
struct pair { int x, y; };
struct big { int a[9]; struct pair p; };
static struct pair make(int x, int y) { struct pair r = { x, y }; return r; }
static struct big grow(struct big b, int n) { b.a[n]++; b.p = make(n, b.p.x + 1); return b; }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*pick(int n))(int, int) { t(n); return n ? add : sub; }
static int total(int n, ...) {
    va_list list; int sum = 0; va_start(list, n);
    while (n-- > 0) sum = sum * 10 + va_arg(list, int);
    va_end(list); return sum;
}
static int *at(int *a, int n) { t(n); return a + n; }
static int sized(int n, int a[n + 1]) { return (int)sizeof(a) / (int)sizeof(void *) + a[n]; }

static void sequence(void) {
    int i = 0, a[8] = { 0 };
    show("comma", (t(1), t(2), t(3)));
    show("and", t(1) && t(0) && t(2)); show("or", t(0) || t(2) || t(3));
    show("mixed", (t(0) && t(1)) || t(2)); show("not", !t(0) && !t(1));
    show("chain", t(0) ? t(1) : t(2) ? t(3) : t(4));
    show("nested", (t(1) ? t(0) : t(9)) ? t(8) : (t(2) ? t(3) : t(7)));
    show("elvis", t(0) ?: t(5)); show("elvis", t(6) ?: t(5));
    show("args", add((t(1), t(2)), 3)); show("inner", add(add(t(1), 2), 3));
    i = (i++, i + 1); show("assign", i); i = (a[i]++, a[i] + 5); show("assign", i);
    a[i = 3] = 4; show("index", a[3] + i); (i ? a : a + 1)[2] = 9; show("choice", a[2]);
    i = 0; a[i++] = 7; a[i++] = 8; show("post", a[0] * 10 + a[1] + i);
    i = 5; i = i-- > 4 && i == 4; show("after", i);
    int j = (i = 2) ? i + 1 : i; show("condition", j);
    i = 1; i = i++ ? i + 10 : i; show("condition", i);
    i = 3; while (i-- > 0 && t(i)) ; show("while", i);
    do t(i); while (++i < 2); show("do", i);
    for (i = t(1), j = t(2); i < 3 ? t(3), 1 : 0; i++, t(4)) t(5);
    show("for", i + j);
    for (int k = 0, *p = &k; *p < 3; ++*p) t(k); show("for", 0);
    switch (t(1), t(2)) { case 1: t(9); break; case 2: t(3); default: t(4); } show("switch", 0);
    switch (i++) { case 3: show("switch", i); }
    if (t(1), !t(0)) t(2); show("if", 0);
    return (void)(t(1) && t(2)), show("return", 1);
}

static void assignments(void) {
    int a[6] = { 1, 2, 3, 4, 5, 6 }, *p = a, i = 1, x, y, z; struct big b = { { 0 }, { 0, 0 } };
    *at(a, 2) += 10; show("compound", a[2]); *at(a, t(1) + 1) -= 3; show("compound", a[2]);
    x = y = z = t(4); show("chain", x + y + z); x += y -= z *= 2; show("chain", x * 100 + y * 10 + z);
    x = 5; x <<= (t(1), 2); x |= t(3); x %= 7; show("ops", x);
    unsigned char c = 250; c += 10; show("narrow", c); c = -1; c >>= 1; show("narrow", c--);
    short s = 1; s = s << 14; s <<= 1; show("short", s);
    double d = 3; d /= 2; i += d; show("float", i); i *= d; show("float", i); i = 7; i /= 2.0; show("float", i);
    long long l = 1; l <<= 40; l += i; show("long", l); float f = 1; f += 0.1; show("float", f > 1.1);
    *p++ += 1; *++p = 8; --*p; (*p)--; show("pointer", *p * 10 + (p - a)); p -= 2; p += i - 2; show("pointer", p - a);
    b.p.x = b.p.y = 3; b.a[b.p.x++] = 2; b.a[--b.p.x] += 5; show("member", b.a[3] + b.p.x);
    b = grow(b, 2); show("record", b.a[2] + b.p.x * 10 + b.p.y * 100);
    struct big e = grow(grow(b, 1), 1); show("record", e.a[1] + e.a[2] * 10 + e.p.y);
    show("member", make(1, 2).y + grow(e, 4).a[4]); struct pair h = (e = b).p; show("member", h.x);
    (i ? &b : &e)->p.x = 77; show("choice", b.p.x); *(i > 100 ? &x : &y) = 12; show("choice", y);
    struct { unsigned a : 3, b : 5; int c : 4; } bits = { 0 }; bits.a = 9; bits.b = bits.a++ + 40; bits.c = 9;
    show("bits", bits.a * 10000 + bits.b * 100 + bits.c); show("bits", (bits.c = 12)); show("bits", bits.a += 7);
    _Bool t1 = 0; t1++; t1++; show("bool", t1); t1--; show("bool", t1); t1 = 0.5; show("bool", t1); t1 -= 1; show("bool", t1);
    char *text = "hello", buffer[8], *to = buffer; while ((*to++ = *text++)) ; show("strcpy", to - buffer + buffer[4]);
    x = 10; x = x - --(*&a[0]); show("old", x); x = sizeof(x++) + x; show("sizeof", x);
    x = 3; x = -x + +x * ~x; show("unary", x); y = !!x; show("unary", y);
}

static void calls_(void) {
    show("pointer", pick(1)(5, 3)); show("pointer", pick(0)(5, 3)); show("pointer", (*pick(t(0) + 1))(t(5), 1));
    int (*table[2])(int, int) = { add, sub }; int i = 0; show("table", table[i++](8, 4)); show("table", table[i--](8, 4)); show("table", i);
    show("variadic", total(3, t(1), 2, 3)); show("variadic", total(2, total(2, 1, 2), total(1, 5)));
    show("deep", add(add(add(t(1), 1), 1), add(1, 1))); show("void", (t(1), (void)t(2), 3));
    int v[5] = { 0, 1, 2, 3, 4 }; show("param", sized(2, v)); show("stmt", ({ int k = t(1); k += t(2); k; }));
    show("stmt", ({ t(1); }) + 0 * 1); show("stmt", ({ int r = 0; for (int k = 0; k < 3; k++) r += t(k); r; }));
    struct pair q = ({ struct pair r = make(t(1), 2); r.y++; r; }); show("stmt", q.x * 10 + q.y);
}

static void initialisers(void) {
    int i = 0, a[] = { t(1), 5, 6 }; show("list", a[0] + a[2] + sizeof a / sizeof *a);
    int b[4] = { [2] = t(2), 7, [0] = 1 }; show("designated", b[0] * 100 + b[2] * 10 + b[3]);
    struct big c = { .p = { .y = t(3) }, .a = { [8] = 2 } }; show("nested", c.p.y * 10 + c.a[8] + c.a[0]);
    struct big d = { .p = { 4, 5 }, .p.x = 6 }; show("override", d.p.x * 10 + d.p.y);
    int n = t(2) + 1, v[n++], w[n][n]; show("length", sizeof v / sizeof *v + 10 * (sizeof w / sizeof **w) + n);
    n = 9; show("length", sizeof v / sizeof *v); show("sizeof", sizeof(int[n++]) / sizeof(int) + n);
    show("typeof", ({ __typeof__(t(1)) k = 4; k; })); int *p = (int[]){ t(1), 2 }; show("literal", p[0] + p[1]);
    for (int k = 0; k < 3; k++) { int fresh[3] = { k }; fresh[1] += k; i = i * 10 + fresh[0] + fresh[1] + fresh[2]; } show("loop", i);
    int x = (t(1), 4), y = x++ + 1, z = ++x; show("declare", x * 100 + y * 10 + z);
    struct pair s = make(1, 2), r = s; r.x = 9; show("copy", s.x + r.x); static int once = 3; once++; show("static", once);
    char text[] = "ab" "c", *q = text; q[1]++; show("string", text[1] + sizeof text); g = 1; int g2 = g++ + 2; show("global", g + g2);
    int m[2][3] = { { 1, 2 }, 3, t(4) }; show("matrix", m[0][2] * 100 + m[1][0] * 10 + m[1][1]); int self = sizeof self; show("self", self);
}

int main(void) {
    sequence(); assignments(); calls_(); initialisers();
    return 0;
}
