
/* ----- Numbers in strings ----- */

static int __lemmatic_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 36;
}

/* A number of at most the given magnitudes, which are the same for types without a sign. */
static unsigned long long __lemmatic_number(const char *s, char **end, int base,
                                            unsigned long long most, unsigned long long least) {
    if (base < 0 || base == 1 || base > 36) {
        __lemmatic_errno = 22; /* EINVAL */
        return 0;
    }
    const char *start = s;
    while (__lemmatic_isspace((unsigned char)*s)) s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')
        && __lemmatic_digit(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    const unsigned long long limit = negative ? least : most;
    unsigned long long value = 0;
    int some = 0, over = 0;
    for (; __lemmatic_digit(*s) < base; s++) {
        unsigned digit = __lemmatic_digit(*s);
        some = 1;
        if (over || value > (limit - digit) / base) over = 1;
        else value = value * base + digit;
    }
    if (end) *end = (char *)(some ? s : start);
    if (over) {
        __lemmatic_errno = 34; /* ERANGE */
        return negative && least != most ? 0 - limit : limit;
    }
    return negative ? 0 - value : value;
}

long __lemmatic_strtol(const char *s, char **end, int base) {
    unsigned long most = ~0ul >> 1;
    return (long)__lemmatic_number(s, end, base, most, most + 1ull);
}
long long __lemmatic_strtoll(const char *s, char **end, int base) {
    unsigned long long most = ~0ull >> 1;
    return (long long)__lemmatic_number(s, end, base, most, most + 1);
}
unsigned long __lemmatic_strtoul(const char *s, char **end, int base) {
    return (unsigned long)__lemmatic_number(s, end, base, ~0ul, ~0ul);
}
unsigned long long __lemmatic_strtoull(const char *s, char **end, int base) {
    return __lemmatic_number(s, end, base, ~0ull, ~0ull);
}
long long __lemmatic_strtoimax(const char *s, char **end, int base) {
    return __lemmatic_strtoll(s, end, base);
}
unsigned long long __lemmatic_strtoumax(const char *s, char **end, int base) {
    return __lemmatic_strtoull(s, end, base);
}
long long __lemmatic_strtoq(const char *s, char **end, int base) {
    return __lemmatic_strtoll(s, end, base);
}
unsigned long long __lemmatic_strtouq(const char *s, char **end, int base) {
    return __lemmatic_strtoull(s, end, base);
}
long __lemmatic_atol(const char *s) { return __lemmatic_strtol(s, 0, 10); }
long long __lemmatic_atoll(const char *s) { return __lemmatic_strtoll(s, 0, 10); }
int __lemmatic_atoi(const char *s) { return (int)__lemmatic_strtol(s, 0, 10); }

/* ----- Floats in strings ----- */

enum { __lemmatic_no_float, __lemmatic_finite, __lemmatic_infinite, __lemmatic_no_number };

/* The text of a float: `digits` times ten, or two, to the power of `exponent`. */
struct __lemmatic_float_text {
    int kind, negative, hexadecimal;
    /* Whether there are more digits than can be kept. */
    int more;
    unsigned long long digits;
    int exponent;
    const char *end;
};

/* Whether a string starts with a word, which has no capital letters. */
static int __lemmatic_starts(const char *s, const char *word) {
    for (; *word; s++, word++)
        if (*s != *word && *s != *word - 32) return 0;
    return 1;
}

static struct __lemmatic_float_text __lemmatic_float_text(const char *s) {
    struct __lemmatic_float_text text = {__lemmatic_no_float, 0, 0, 0, 0, 0, s};
    while (__lemmatic_isspace((unsigned char)*s)) s++;
    text.negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (__lemmatic_starts(s, "inf")) {
        text.kind = __lemmatic_infinite;
        text.end = s + (__lemmatic_starts(s, "infinity") ? 8 : 3);
        return text;
    }
    if (__lemmatic_starts(s, "nan")) {
        if (s[3] == '(') __lemmatic_unsupported("a NaN with a payload in a string");
        text.kind = __lemmatic_no_number;
        text.end = s + 3;
        return text;
    }
    text.hexadecimal = s[0] == '0' && (s[1] == 'x' || s[1] == 'X')
                       && (__lemmatic_digit(s[2]) < 16
                           || (s[2] == '.' && __lemmatic_digit(s[3]) < 16));
    if (text.hexadecimal) s += 2;
    int base = text.hexadecimal ? 16 : 10, step = text.hexadecimal ? 4 : 1;
    int point = 0;
    for (;; s++) {
        int digit = __lemmatic_digit(*s);
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (digit >= base) break;
        text.kind = __lemmatic_finite;
        text.end = s + 1;
        if (text.digits > (~0ull - base) / base) {
            text.more |= digit != 0;
            text.exponent += point ? 0 : step;
        } else {
            text.digits = text.digits * base + digit;
            text.exponent -= point ? step : 0;
        }
    }
    if (text.kind != __lemmatic_finite) return text;
    /* A point that ends the number belongs to it. */
    if (*text.end == '.' && text.end + 1 == s) text.end = s;
    if (*s != (text.hexadecimal ? 'p' : 'e') && *s != (text.hexadecimal ? 'P' : 'E')) return text;
    s++;
    int negative = *s == '-', exponent = 0;
    if (*s == '-' || *s == '+') s++;
    if (*s < '0' || *s > '9') return text;
    for (; *s >= '0' && *s <= '9'; s++)
        if (exponent < 100000) exponent = 10 * exponent + (*s - '0');
    text.exponent += negative ? -exponent : exponent;
    text.end = s;
    return text;
}

/* Floats that the digits do not determine here: they are not exact, or the result is too large or
   small. */
static double __lemmatic_rough_float(void) {
    __lemmatic_rough("the value of a float in a string");
    double x = __lemmatic_any_real();
    __lemmatic_assume(x >= 0);
    if (__lemmatic_any_int()) __lemmatic_fail();
    return x;
}

double __lemmatic_strtod(const char *s, char **end) {
    struct __lemmatic_float_text text = __lemmatic_float_text(s);
    double x = 0, power = 1;
    if (end) *end = (char *)text.end;
    if (text.kind == __lemmatic_no_float) return 0;
    if (text.kind == __lemmatic_no_number) return __builtin_nan("");
    int e = text.exponent, distance = e < 0 ? -e : e;
    if (text.kind == __lemmatic_infinite) {
        x = __builtin_inf();
    } else if (!text.digits && !text.more) {
        x = 0;
    } else if (!text.more && text.digits <= 1ull << 53 && distance <= (text.hexadecimal ? 900 : 22)) {
        /* Both numbers are exact, so that the result is rounded once. */
        while (distance-- > 0) power *= text.hexadecimal ? 2 : 10;
        x = e < 0 ? text.digits / power : text.digits * power;
    } else {
        x = __lemmatic_rough_float();
    }
    return text.negative ? -x : x;
}

float __lemmatic_strtof(const char *s, char **end) {
    struct __lemmatic_float_text text = __lemmatic_float_text(s);
    float x = 0, power = 1;
    if (end) *end = (char *)text.end;
    if (text.kind == __lemmatic_no_float) return 0;
    if (text.kind == __lemmatic_no_number) return __builtin_nanf("");
    int e = text.exponent, distance = e < 0 ? -e : e;
    if (text.kind == __lemmatic_infinite) {
        x = __builtin_inff();
    } else if (!text.digits && !text.more) {
        x = 0;
    } else if (!text.more && text.digits <= 1ull << 24 && distance <= (text.hexadecimal ? 90 : 10)) {
        while (distance-- > 0) power *= text.hexadecimal ? 2 : 10;
        x = e < 0 ? text.digits / power : text.digits * power;
    } else {
        x = (float)__lemmatic_rough_float();
    }
    return text.negative ? -x : x;
}

long double __lemmatic_strtold(const char *s, char **end) {
    struct __lemmatic_float_text text = __lemmatic_float_text(s);
    long double x = 0, power = 1;
    if (end) *end = (char *)text.end;
    if (text.kind == __lemmatic_no_float) return 0;
    if (text.kind == __lemmatic_no_number) return __builtin_nanl("");
    int e = text.exponent, distance = e < 0 ? -e : e;
    if (text.kind == __lemmatic_infinite) {
        x = __builtin_infl();
    } else if (!text.digits && !text.more) {
        x = 0;
    } else if (!text.more && distance <= (text.hexadecimal ? 900 : 27)) {
        while (distance-- > 0) power *= text.hexadecimal ? 2 : 10;
        x = e < 0 ? text.digits / power : text.digits * power;
    } else {
        __lemmatic_rough("the value of a float in a string");
        x = __lemmatic_any_reall();
        __lemmatic_assume(x >= 0);
        if (__lemmatic_any_int()) __lemmatic_fail();
    }
    return text.negative ? -x : x;
}

double __lemmatic_atof(const char *s) { return __lemmatic_strtod(s, 0); }

/* ----- Integers ----- */

typedef struct { int quot, rem; } __lemmatic_div_t;
typedef struct { long quot, rem; } __lemmatic_ldiv_t;
typedef struct { long long quot, rem; } __lemmatic_lldiv_t;

__lemmatic_div_t __lemmatic_div(int a, int b) {
    __lemmatic_div_t result = {a / b, a % b};
    return result;
}
__lemmatic_ldiv_t __lemmatic_ldiv(long a, long b) {
    __lemmatic_ldiv_t result = {a / b, a % b};
    return result;
}
__lemmatic_lldiv_t __lemmatic_lldiv(long long a, long long b) {
    __lemmatic_lldiv_t result = {a / b, a % b};
    return result;
}
__lemmatic_lldiv_t __lemmatic_imaxdiv(long long a, long long b) { return __lemmatic_lldiv(a, b); }

unsigned __lemmatic_htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned __lemmatic_ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short __lemmatic_htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short __lemmatic_ntohs(unsigned short x) { return __builtin_bswap16(x); }

double __lemmatic_difftime(long a, long b) {
    return a < b ? -(double)((unsigned long)b - a) : (double)((unsigned long)a - b);
}
