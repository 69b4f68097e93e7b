
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

/* What the digits of floats mean is not modelled. */
double __lemmatic_strtod(const char *s, char **end) {
    __lemmatic_size n = __lemmatic_any_size();
    __lemmatic_assume(n <= __lemmatic_strlen(s));
    if (end) *end = (char *)s + n;
    return __lemmatic_any_double();
}
float __lemmatic_strtof(const char *s, char **end) { return (float)__lemmatic_strtod(s, end); }
long double __lemmatic_strtold(const char *s, char **end) { return __lemmatic_strtod(s, end); }

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
