/* Complex numbers of floats and integers. Products and quotients are exact. */
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

static double complex origin = 1.0 + 2.0 * I, product = (1.0 + 2.0i) * (3.0 - 1.0i);
static float complex list[] = {1.0f, 2.0fi, [3] = 1.0f - 1.0fi};
static _Complex int number = 3 + 4i;

struct shape {
    char tag;
    double complex center;
    _Complex short size;
};

static void show(const char *what, double complex z) {
    printf("%s: %g %g\n", what, creal(z), cimag(z));
}

static void show_int(const char *what, _Complex int z) {
    printf("%s: %d %d\n", what, __real__ z, __imag__ z);
}

static int calls;
static double complex next(void) {
    calls++;
    return calls + 1.0i;
}

static double complex total(int count, ...) {
    va_list list;
    va_start(list, count);
    double complex sum = 0;
    while (count-- > 0) sum += va_arg(list, double complex);
    sum += va_arg(list, float complex);
    sum += va_arg(list, _Complex int);
    va_end(list);
    return sum;
}

static void arithmetic(void) {
    double complex a = 3.0 - 4.0i, b = 1.0 + 2.0i, zero = 0;
    show("+", a + b);
    show("-", a - b);
    show("*", a * b);
    show("/", (11.0 + 2.0i) / b);
    show("real right", a * 2 / 4 - 1);
    show("real left", 8 / (zero + 2.0i) + 5);
    show("subtracted", 1 - a);
    show("times", 3 * a);
    show("-z", -a);
    show("~z", ~a);
    show("+z", +a);
    show("conj", conj(b) + __builtin_conj(b));
    show("constants", (2.0 + 1.0i) * (1.0 - 1.0i) / (1.0 + 1.0i));
    double complex negative_zero = -0.0 * b;
    printf("%g %g\n", 1 / creal(negative_zero), 1 / cimag(negative_zero));
    printf("%g\n", 1 / cimag(1 - (zero + 1.0)));
    show("called once", next() + 1);
    printf("calls: %d\n", calls);
    double complex w = 2;
    w += a;
    w -= 1.0i;
    w *= w;
    w /= 1.0i;
    show("assigned", w);
    w++;
    show("w++", w++);
    show("--w", --w);
    float complex f = 1.5f, *p = list;
    f += 0.5i;
    *p++ *= f;
    *p -= 1;
    printf("%g %g %g %g\n", crealf(list[0]), cimagf(list[0]), crealf(*p), cimagf(*p));
    long double complex l = 1.0Li;
    l = l * l + f;
    printf("%Lg %Lg\n", creall(l), cimagl(conjl(l)));
    double real = 2;
    real += a;
    real *= 1.0 + 1.0i;
    printf("%g\n", real);
}

static void parts(void) {
    double complex z = origin, *p = &z;
    __real__ z = 7;
    __imag__ z += 0.5;
    ++__real__ *p;
    show("parts", z);
    double *imaginary = &__imag__ *p;
    *imaginary = -3;
    show("through a pointer", z);
    printf("%g %g\n", __real__(z + 1), __imag__ conj(z));
    printf("%g %g\n", ((double *)p)[0], ((double *)p)[1]);
    double d = 4;
    __real__ d = 5;
    printf("%g %g %zu\n", d, __imag__ d, sizeof __real__ z);
    printf("%g %g\n", __real__ z * 2, -__imag__ z);
    struct shape s = {'s', 1.0i, 2 + 3i}, copy = s;
    __imag__ copy.size = 9;
    copy.center *= copy.center;
    printf("%c %d %d\n", copy.tag, __real__ copy.size, __imag__ copy.size);
    show("center", copy.center);
    printf("%zu %zu\n", sizeof s, sizeof copy.size);
}

static void conversions(void) {
    double complex z = 2.75 + 1.0i;
    int i = z;
    _Bool truth = 0.0 + 1.0i, no = 0.0i;
    float complex f = z;
    _Complex int n = z;
    printf("%d %d %d %g\n", i, truth, no, crealf(f));
    show_int("truncated", n);
    show("cast", (double complex)3 + (_Complex float)n);
    printf("%g %d\n", (double)z, (int)(1.5 + 7.0i));
    printf("%d %d %d %d\n", !z, z && no, z || no, z ? 1 : 2);
    if (0.0i) puts("zero");
    while (z) z = 0;
    for (; !z; z += 1.0i) puts("once");
    printf("%d %d %d\n", z == 1.0i, z != 1.0i, 3 == (3 + 0i));
    show("?:", i ? z : 1.0f);
    show("sum", total(2, z, origin, 1.0f + 0.5fi, 3 + 4i));
    printf("%d %d %d\n", _Generic(1i, _Complex int: 1, default: 0),
           _Generic(1.0fi + 1, _Complex float: 1, default: 0),
           _Generic(n + 1.0, _Complex double: 1, default: 0));
    printf("%zu %zu %zu\n", sizeof(_Complex char), sizeof(z), sizeof(list));
    printf("%zu %zu\n", _Alignof(_Complex short), _Alignof(float complex));
    enum { constant = (int)__imag__(1 + 5i) };
    char array[constant];
    printf("%zu\n", sizeof array);
}

static void integers(void) {
    _Complex int a = 7 - 5i, b = 2 + 3i;
    show_int("+", a + b);
    show_int("-", a - b);
    show_int("*", a * b);
    show_int("~", ~(a * 2));
    show_int("-", -number);
    _Complex int quotients[] = {a / b, b / a, a / 2, (100 - 37i) / b, 50 / b, a / (0 * b + 3i)};
    for (int i = 0; i < 6; i++) show_int("/", quotients[i]);
    _Complex signed char c = 100 + 3i, d = c - 90;
    c = c + (27 + 1i);
    printf("%d %d %zu\n", __real__ c, __imag__ d, sizeof(c + d));
    _Complex unsigned u = 1u - 2i;
    printf("%u %u\n", __real__ u, __imag__ u);
    _Complex long long big = 4000000000i;
    big = big * 2i;
    printf("%lld %lld\n", __real__ big, __imag__ big);
    number++;
    number *= number;
    show_int("number", number);
}

int main(void) {
    arithmetic();
    parts();
    conversions();
    integers();
    show("product", product);
    printf("%g %g\n", crealf(list[3]), cimagf(list[3]));
    show("i", CMPLX(1, -1) * I);
    return 0;
}
