/* Functions of the library that are loops over memory. A program that calls `f` without defining
   it calls `__lemmatic_f` instead. Memory is read and written as any C code does, so that every
   access is checked. What is open is asked of the functions below, which are modelled like those of
   the tables. */

typedef __typeof__(sizeof(0)) __lemmatic_size;

typedef __typeof__((char *)0 - (char *)0) __lemmatic_difference;
typedef __typeof__(L'0') __lemmatic_wide;

static int __lemmatic_errno;

int __lemmatic_any_int(void);
__lemmatic_size __lemmatic_any_size(void);
float __lemmatic_any_realf(void);
double __lemmatic_any_real(void);
long double __lemmatic_any_reall(void);
void __lemmatic_any_bytes(void *to, __lemmatic_size n);
void __lemmatic_assume(int condition);
void __lemmatic_fail(void);
/* From here on a run is not believed, because of what it says. */
void __lemmatic_rough(const char *what);
void __lemmatic_unsupported(const char *what);

/* ----- Blocks of memory ----- */

int __lemmatic_memcmp(const void *a, const void *b, __lemmatic_size n) {
    const unsigned char *x = a, *y = b;
    for (__lemmatic_size i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

int __lemmatic_bcmp(const void *a, const void *b, __lemmatic_size n) {
    return __lemmatic_memcmp(a, b, n);
}

void *__lemmatic_memchr(const void *s, int c, __lemmatic_size n) {
    const unsigned char *x = s;
    for (__lemmatic_size i = 0; i < n; i++)
        if (x[i] == (unsigned char)c) return (void *)(x + i);
    return 0;
}

void *__lemmatic_memrchr(const void *s, int c, __lemmatic_size n) {
    const unsigned char *x = s;
    for (__lemmatic_size i = n; i > 0; i--)
        if (x[i - 1] == (unsigned char)c) return (void *)(x + (i - 1));
    return 0;
}

void *__lemmatic_mempcpy(void *to, const void *from, __lemmatic_size n) {
    return (char *)__builtin_memcpy(to, from, n) + n;
}

/* ----- Strings ----- */

__lemmatic_size __lemmatic_strlen(const char *s) {
    __lemmatic_size n = 0;
    while (s[n]) n++;
    return n;
}

__lemmatic_size __lemmatic_strnlen(const char *s, __lemmatic_size most) {
    __lemmatic_size n = 0;
    while (n < most && s[n]) n++;
    return n;
}

int __lemmatic_strcmp(const char *a, const char *b) {
    __lemmatic_size i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int __lemmatic_strcoll(const char *a, const char *b) { return __lemmatic_strcmp(a, b); }

int __lemmatic_strncmp(const char *a, const char *b, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
        if (!a[i]) return 0;
    }
    return 0;
}

char *__lemmatic_strcpy(char *to, const char *from) {
    __lemmatic_size i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}

char *__lemmatic_stpcpy(char *to, const char *from) {
    __lemmatic_size i = 0;
    while ((to[i] = from[i])) i++;
    return to + i;
}

char *__lemmatic_strncpy(char *to, const char *from, __lemmatic_size n) {
    __lemmatic_size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

char *__lemmatic_strcat(char *to, const char *from) {
    __lemmatic_strcpy(to + __lemmatic_strlen(to), from);
    return to;
}

char *__lemmatic_strncat(char *to, const char *from, __lemmatic_size n) {
    char *end = to + __lemmatic_strlen(to);
    __lemmatic_size i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

char *__lemmatic_strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *__lemmatic_index(const char *s, int c) { return __lemmatic_strchr(s, c); }

char *__lemmatic_strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c) last = s;
        if (!*s) return (char *)last;
    }
}

char *__lemmatic_rindex(const char *s, int c) { return __lemmatic_strrchr(s, c); }

char *__lemmatic_strstr(const char *s, const char *part) {
    for (;; s++) {
        __lemmatic_size i = 0;
        while (part[i] && s[i] == part[i]) i++;
        if (!part[i]) return (char *)s;
        if (!*s) return 0;
    }
}

static int __lemmatic_occurs(char c, const char *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

__lemmatic_size __lemmatic_strspn(const char *s, const char *set) {
    __lemmatic_size n = 0;
    while (s[n] && __lemmatic_occurs(s[n], set)) n++;
    return n;
}

__lemmatic_size __lemmatic_strcspn(const char *s, const char *set) {
    __lemmatic_size n = 0;
    while (s[n] && !__lemmatic_occurs(s[n], set)) n++;
    return n;
}

char *__lemmatic_strpbrk(const char *s, const char *set) {
    s += __lemmatic_strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *__lemmatic_strtok_r(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    s += __lemmatic_strspn(s, set);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + __lemmatic_strcspn(s, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}

char *__lemmatic_strtok(char *s, const char *set) {
    static char *rest;
    return __lemmatic_strtok_r(s, set, &rest);
}

char *__lemmatic_strdup(const char *s) {
    __lemmatic_size size = __lemmatic_strlen(s) + 1;
    char *copy = __builtin_malloc(size);
    return copy ? __builtin_memcpy(copy, s, size) : 0;
}

char *__lemmatic_strndup(const char *s, __lemmatic_size n) {
    __lemmatic_size size = __lemmatic_strnlen(s, n);
    char *copy = __builtin_malloc(size + 1);
    if (!copy) return 0;
    __builtin_memcpy(copy, s, size);
    copy[size] = 0;
    return copy;
}

/* ----- Floats ----- */

double __lemmatic_modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    if (x != *whole) return x - *whole;
    return x < 0 || 1 / x < 0 ? -0.0 : 0.0;
}

float __lemmatic_modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    if (x != *whole) return x - *whole;
    return x < 0 || 1 / x < 0 ? -0.0f : 0.0f;
}

long double __lemmatic_modfl(long double x, long double *whole) {
    *whole = __builtin_truncl(x);
    if (x != *whole) return x - *whole;
    return x < 0 || 1 / x < 0 ? -0.0L : 0.0L;
}

/* ----- Characters, in the locale "C" ----- */

static int __lemmatic_between(int c, int first, int last) { return c >= first && c <= last; }

/* The results are the bits of glibc's classes. */
int __lemmatic_isupper(int c) { return __lemmatic_between(c, 'A', 'Z') ? 256 : 0; }
int __lemmatic_islower(int c) { return __lemmatic_between(c, 'a', 'z') ? 512 : 0; }
int __lemmatic_isalpha(int c) {
    return __lemmatic_between(c, 'A', 'Z') || __lemmatic_between(c, 'a', 'z') ? 1024 : 0;
}
int __lemmatic_isdigit(int c) { return __lemmatic_between(c, '0', '9') ? 2048 : 0; }
int __lemmatic_isxdigit(int c) {
    return __lemmatic_between(c, '0', '9') || __lemmatic_between(c, 'A', 'F')
                   || __lemmatic_between(c, 'a', 'f')
               ? 4096
               : 0;
}
int __lemmatic_isspace(int c) { return c == ' ' || __lemmatic_between(c, 9, 13) ? 8192 : 0; }
int __lemmatic_isprint(int c) { return __lemmatic_between(c, 32, 126) ? 16384 : 0; }
int __lemmatic_isgraph(int c) { return __lemmatic_between(c, 33, 126) ? 32768 : 0; }
int __lemmatic_isblank(int c) { return c == ' ' || c == 9 ? 1 : 0; }
int __lemmatic_iscntrl(int c) { return __lemmatic_between(c, 0, 31) || c == 127 ? 2 : 0; }
int __lemmatic_isalnum(int c) {
    return __lemmatic_isalpha(c) || __lemmatic_isdigit(c) ? 8 : 0;
}
int __lemmatic_ispunct(int c) { return __lemmatic_isgraph(c) && !__lemmatic_isalnum(c) ? 4 : 0; }
int __lemmatic_tolower(int c) { return __lemmatic_between(c, 'A', 'Z') ? c + 32 : c; }
int __lemmatic_toupper(int c) { return __lemmatic_between(c, 'a', 'z') ? c - 32 : c; }
int __lemmatic_isascii(int c) { return c >= 0 && c < 128; }

int __lemmatic_strcasecmp(const char *a, const char *b) {
    for (__lemmatic_size i = 0;; i++) {
        int x = __lemmatic_tolower((unsigned char)a[i]), y = __lemmatic_tolower((unsigned char)b[i]);
        if (x != y || !x) return x - y;
    }
}

int __lemmatic_strncasecmp(const char *a, const char *b, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++) {
        int x = __lemmatic_tolower((unsigned char)a[i]), y = __lemmatic_tolower((unsigned char)b[i]);
        if (x != y || !x) return x - y;
    }
    return 0;
}

/* ----- State that macros of the headers look at ----- */

int *__lemmatic___errno_location(void) { return &__lemmatic_errno; }

static const unsigned short __lemmatic_classes[384] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
    55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
    49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
    49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

const unsigned short **__lemmatic___ctype_b_loc(void) {
    static const unsigned short *middle = __lemmatic_classes + 128;
    return &middle;
}
