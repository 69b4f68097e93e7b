/* GNU vectors: operators work on each element, without promotions. */
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef signed char v8qi __attribute__((vector_size(8)));
typedef unsigned short v4hu __attribute__((vector_size(8)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));

static void show(const char *what, v4si v) {
    printf("%s: %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static int calls;
static v4si count(int first) {
    calls++;
    return (v4si){first, first + 1, 3, -4};
}

static v4si global = {1, -2, 3};
static v4si table[2] = {{1, 2, 3, 4}, {5}};

static void integers(void) {
    v4si a = {10, -20, 30, 7}, b = {3, 4, -5, 2};
    show("+", a + b);
    show("-", a - b);
    show("*", a * b);
    show("/", a / b);
    show("%", a % b);
    show("&", a & b);
    show("|", a | b);
    show("^", a ^ b);
    show("-x", -a);
    show("~x", ~a);
    show("+x", +a);
    show("scalar right", a + 5);
    show("scalar left", 100 - a);
    show("short scalar", a * (short)3);
    show("<<", (a & 31) << (v4si){1, 2, 0, 4});
    show("one amount", global >> 1);
    show("one value", 1 << (v4si){0, 1, 2, 3});
    show("once", count(1) + count(10));
    printf("calls: %d\n", calls);
}

static void comparisons(void) {
    v4si a = {1, 5, -3, 7}, b = {1, 4, 3, 8};
    show("==", a == b);
    show("!=", a != b);
    show("<", a < b);
    show("<=", a <= b);
    show(">", a > b);
    show(">=", a >= 4);
    show("mask", (a < b) & a | ~(a < b) & b);
    v4su u = {1, 0xfffffff0u, 3, 4};
    show("unsigned", u > (v4su){2, 2, 2, 2});
    show("mixed", u > b);
    v4sf f = {1.5f, -0.0f, 2, __builtin_nanf("")};
    show("float ==", f == (v4sf){1.5f, 0, 1, __builtin_nanf("")});
    show("float <", f < 2.0f);
    v2di wide = (v2df){1, 2} >= (v2df){2, 1};
    printf("double >=: %lld %lld\n", wide[0], wide[1]);
    v4su as_unsigned = a == b;
    printf("%u %u\n", as_unsigned[0], as_unsigned[1]);
}

static void narrow(void) {
    v8qi a = {100, -100, 27, 1, 2, 3, 4, 5}, b = {27, -28, 100, 1};
    v8qi sum = a + b, less = a < b;
    v4hu h = {65535, 1, 2, 3};
    h = h + 1;
    h[3] -= 4;
    for (int i = 0; i < 8; i++) printf("%d,%d ", sum[i], less[i]);
    printf("\n%d %d %d\n", h[0], h[3], (h * h)[3]);
    v4hu quotient = h / (v4hu){1, 2, 3, 4};
    printf("%d %d\n", quotient[2], quotient[3]);
}

static void floats(void) {
    v4sf f = {1.5f, -2, 0.1f}, g = {2, 4, 3, 1};
    v4sf r = f * g + 1 - g / 2;
    printf("%.9g %.9g %.9g %.9g\n", r[0], r[1], r[2], r[3]);
    r = -f;
    printf("%g %g %g\n", r[0], r[2], 1 / r[3]);
    v2df d = {1, 3};
    d = d / 3 * 2.5;
    printf("%.17g %.17g\n", d[0], d[1]);
}

static void changes(void) {
    v4si a = {1, 2, 3, 4}, *p = table;
    a += 1;
    a *= a;
    show("*=", a);
    a[2] = a[1] + 1;
    a[3]++;
    show("elements", a);
    a <<= 1;
    a -= (v4si){1, 1};
    a ^= 3;
    show("^=", a);
    show("a++", a++);
    show("++a", ++a);
    show("a--", a--);
    *p++ += 10;
    *p -= global;
    show("table", table[0]);
    show("table", table[1]);
    int *element = &a[1];
    *element = 77;
    for (int i = 0; i < 4; i++) printf("%d ", a[i]);
    printf("%d %d\n", (a + a)[1], count(3)[2]);
}

int main(void) {
    integers();
    comparisons();
    narrow();
    floats();
    changes();
    show("global", global);
    return 0;
}
