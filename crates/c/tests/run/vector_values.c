/* GNU vectors as values: conversions, layout, parameters, records, builtins. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef int v2si __attribute__((__vector_size__(2 * sizeof(int))));
typedef short v4hi __attribute__((vector_size(8)));
typedef float v2sf __attribute__((vector_size(8)));
typedef char v32qi __attribute__((vector_size(32)));

enum color { red, green };
typedef enum color colors __attribute__((vector_size(8)));

struct mixed {
    char before;
    v4si v;
    v2si small[2];
    char after;
};

union both {
    v4si v;
    int i[4];
    unsigned char bytes[16];
};

static void show(const char *what, v4si v) {
    printf("%s: %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static v4si swap(v4si v) { return (v4si){v[3], v[2], v[1], v[0]}; }

static v4si choose(int which, v4si a, v4si b) { return which ? a : b; }

static int sum_of(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count-- > 0) {
        v4si v = va_arg(list, v4si);
        sum += v[0] + v[1] + v[2] + v[3];
    }
    sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static void conversions(void) {
    v4sf f = {1, -2.75f, 3.5f, -0.0f};
    show("bits", (v4si)f);
    show("numbers", __builtin_convertvector(f, v4si));
    v4sf back = __builtin_convertvector((v4si){16777217, -3, 5, 7}, v4sf);
    printf("%.9g %g\n", back[0], back[1]);
    v8hi h = (v8hi)(v4si){0x10002, -1, 3, 0};
    printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
    v4hi narrow = __builtin_convertvector((v4si){1, 65537, -3, 40000}, v4hi);
    printf("%d %d %d %d\n", narrow[0], narrow[1], narrow[2], narrow[3]);
    long long one = (long long)(v2si){1, 2};
    v2si two = (v2si)0x300000004LL;
    printf("%llx %d %d\n", one, two[0], two[1]);
    v4su u = (v4su)(v4si){-1, 2};
    printf("%u %u\n", u[0], (u >> 4)[0]);
    v2sf single = __builtin_convertvector((v2df){0.1, 1e300 * 0}, v2sf);
    printf("%.9g %g\n", single[0], single[1]);
    colors c = {green, red};
    printf("%d %d %d\n", c[0], c[1], (c == (colors){1, 1})[0]);
}

static void layout(void) {
    printf("%zu %zu\n", sizeof(v4si), sizeof(struct mixed));
    printf("%zu %zu\n", offsetof(struct mixed, v), offsetof(struct mixed, small));
    printf("%zu %zu %zu\n", _Alignof(v4si), __alignof__(v2si), _Alignof(v32qi));
    printf("%zu %zu %zu\n", _Alignof(v2si), _Alignof(v2sf), __alignof__(v32qi));
    struct { char c; v2si v; } s;
    struct { char c; v32qi v; } wide;
    printf("%zu %zu\n", sizeof s, sizeof wide);
    __typeof__(s.v[0] + 1L) x = 3;
    printf("%zu %zu\n", sizeof x, sizeof(s.v + s.v));
    int __attribute__((vector_size(8))) direct = {1, 2}, *pointer = &direct;
    printf("%zu %d\n", sizeof *pointer, (*pointer)[1]);
    printf("%d\n", _Generic(direct, v2si: 1, v4si: 2, default: 3));
}

static void records(void) {
    struct { v2si v; int after; } flat = {1, 2, 3};
    printf("%d %d\n", flat.v[1], flat.after);
    struct mixed m = {'a', {1, 2, 3, 4}, {{5, 6}, {7, 8}}, 'z'}, copy = m;
    copy.v += copy.v;
    copy.small[1] *= 2;
    show("m.v", m.v);
    show("copy.v", copy.v);
    printf("%d %d %c\n", copy.small[0][1], copy.small[1][0], copy.after);
    union both b = {.v = {1, 2, 3, 4}};
    b.i[2] = 30;
    b.bytes[12] = 5;
    show("union", b.v);
    memcpy(&b, &m.v, sizeof b);
    show("memcpy", b.v);
    v4si array[] = {{1}, m.v, (v4si){2, 2} + 1};
    show("array", array[1] + array[2]);
    v4si volatile changing = {1, 2, 3, 4};
    const v4si constant = {4, 3, 2, 1};
    show("volatile", changing + constant);
    printf("%d %d\n", changing[2], constant[3]);
}

static void shuffles(void) {
    v4si a = {10, 11, 12, 13}, b = {20, 21, 22, 23};
    show("one", __builtin_shuffle(a, (v4si){3, 3, 4, 1}));
    show("two", __builtin_shuffle(a, b, (v4si){0, 5, 10, 7}));
    v4si mask = b - 19;
    show("variable", __builtin_shuffle(b, mask));
    show("constants", __builtin_shufflevector(a, b, 7, 0, 4, 3));
    v2si half = __builtin_shufflevector(a, b, 2, 5);
    printf("%d %d\n", half[0], half[1]);
}

int main(void) {
    v4si a = {1, 2, 3, 4};
    show("swap", swap(swap(a) + 1));
    show("choose", choose(a[0] == 1, a, -a));
    printf("%d\n", sum_of(2, a, a * 10, 1000));
    conversions();
    layout();
    records();
    shuffles();
    return 0;
}
