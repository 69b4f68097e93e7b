
/* ----- Wide strings ----- */

__lemmatic_size __lemmatic_wcslen(const __lemmatic_wide *s) {
    __lemmatic_size n = 0;
    while (s[n]) n++;
    return n;
}
__lemmatic_size __lemmatic_wcsnlen(const __lemmatic_wide *s, __lemmatic_size most) {
    __lemmatic_size n = 0;
    while (n < most && s[n]) n++;
    return n;
}
int __lemmatic_wcscmp(const __lemmatic_wide *a, const __lemmatic_wide *b) {
    __lemmatic_size i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}
int __lemmatic_wcscoll(const __lemmatic_wide *a, const __lemmatic_wide *b) {
    return __lemmatic_wcscmp(a, b);
}
int __lemmatic_wcsncmp(const __lemmatic_wide *a, const __lemmatic_wide *b, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (!a[i]) return 0;
    }
    return 0;
}
__lemmatic_wide *__lemmatic_wcpcpy(__lemmatic_wide *to, const __lemmatic_wide *from) {
    __lemmatic_size i = 0;
    while ((to[i] = from[i])) i++;
    return to + i;
}
__lemmatic_wide *__lemmatic_wcscpy(__lemmatic_wide *to, const __lemmatic_wide *from) {
    __lemmatic_wcpcpy(to, from);
    return to;
}
__lemmatic_wide *__lemmatic_wcpncpy(__lemmatic_wide *to, const __lemmatic_wide *from,
                                    __lemmatic_size n) {
    __lemmatic_size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    __lemmatic_wide *end = to + i;
    for (; i < n; i++) to[i] = 0;
    return end;
}
__lemmatic_wide *__lemmatic_wcsncpy(__lemmatic_wide *to, const __lemmatic_wide *from,
                                    __lemmatic_size n) {
    __lemmatic_wcpncpy(to, from, n);
    return to;
}
__lemmatic_wide *__lemmatic_wcscat(__lemmatic_wide *to, const __lemmatic_wide *from) {
    __lemmatic_wcpcpy(to + __lemmatic_wcslen(to), from);
    return to;
}
__lemmatic_wide *__lemmatic_wcsncat(__lemmatic_wide *to, const __lemmatic_wide *from,
                                    __lemmatic_size n) {
    __lemmatic_wide *end = to + __lemmatic_wcslen(to);
    __lemmatic_size i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}
__lemmatic_wide *__lemmatic_wcschr(const __lemmatic_wide *s, __lemmatic_wide c) {
    for (;; s++) {
        if (*s == c) return (__lemmatic_wide *)s;
        if (!*s) return 0;
    }
}
__lemmatic_wide *__lemmatic_wcsrchr(const __lemmatic_wide *s, __lemmatic_wide c) {
    const __lemmatic_wide *last = 0;
    for (;; s++) {
        if (*s == c) last = s;
        if (!*s) return (__lemmatic_wide *)last;
    }
}
__lemmatic_wide *__lemmatic_wcsstr(const __lemmatic_wide *s, const __lemmatic_wide *part) {
    for (;; s++) {
        __lemmatic_size i = 0;
        while (part[i] && s[i] == part[i]) i++;
        if (!part[i]) return (__lemmatic_wide *)s;
        if (!*s) return 0;
    }
}
__lemmatic_wide *__lemmatic_wcswcs(const __lemmatic_wide *s, const __lemmatic_wide *part) {
    return __lemmatic_wcsstr(s, part);
}
static int __lemmatic_occurs_wide(__lemmatic_wide c, const __lemmatic_wide *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}
__lemmatic_size __lemmatic_wcsspn(const __lemmatic_wide *s, const __lemmatic_wide *set) {
    __lemmatic_size n = 0;
    while (s[n] && __lemmatic_occurs_wide(s[n], set)) n++;
    return n;
}
__lemmatic_size __lemmatic_wcscspn(const __lemmatic_wide *s, const __lemmatic_wide *set) {
    __lemmatic_size n = 0;
    while (s[n] && !__lemmatic_occurs_wide(s[n], set)) n++;
    return n;
}
__lemmatic_wide *__lemmatic_wcspbrk(const __lemmatic_wide *s, const __lemmatic_wide *set) {
    s += __lemmatic_wcscspn(s, set);
    return *s ? (__lemmatic_wide *)s : 0;
}
__lemmatic_wide *__lemmatic_wcstok(__lemmatic_wide *s, const __lemmatic_wide *set,
                                   __lemmatic_wide **rest) {
    if (!s) s = *rest;
    if (!s) return 0;
    s += __lemmatic_wcsspn(s, set);
    if (!*s) {
        *rest = 0;
        return 0;
    }
    __lemmatic_wide *end = s + __lemmatic_wcscspn(s, set);
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return s;
}
__lemmatic_wide *__lemmatic_wcsdup(const __lemmatic_wide *s) {
    __lemmatic_size size = (__lemmatic_wcslen(s) + 1) * sizeof *s;
    __lemmatic_wide *copy = __builtin_malloc(size);
    return copy ? __builtin_memcpy(copy, s, size) : 0;
}

__lemmatic_wide *__lemmatic_wmemcpy(__lemmatic_wide *to, const __lemmatic_wide *from,
                                    __lemmatic_size n) {
    return __builtin_memcpy(to, from, n * sizeof *to);
}
__lemmatic_wide *__lemmatic_wmempcpy(__lemmatic_wide *to, const __lemmatic_wide *from,
                                     __lemmatic_size n) {
    return __lemmatic_wmemcpy(to, from, n) + n;
}
__lemmatic_wide *__lemmatic_wmemmove(__lemmatic_wide *to, const __lemmatic_wide *from,
                                     __lemmatic_size n) {
    return __builtin_memmove(to, from, n * sizeof *to);
}
__lemmatic_wide *__lemmatic_wmemset(__lemmatic_wide *to, __lemmatic_wide c, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++) to[i] = c;
    return to;
}
int __lemmatic_wmemcmp(const __lemmatic_wide *a, const __lemmatic_wide *b, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}
__lemmatic_wide *__lemmatic_wmemchr(const __lemmatic_wide *s, __lemmatic_wide c, __lemmatic_size n) {
    for (__lemmatic_size i = 0; i < n; i++)
        if (s[i] == c) return (__lemmatic_wide *)(s + i);
    return 0;
}

/* Strings of ASCII characters; others depend on the locale. */
__lemmatic_size __lemmatic_mbstowcs(__lemmatic_wide *to, const char *from, __lemmatic_size n) {
    for (__lemmatic_size i = 0; !to || i < n; i++) {
        if (from[i] < 0) __lemmatic_unsupported("characters that are not ASCII");
        if (to) to[i] = from[i];
        if (!from[i]) return i;
    }
    return n;
}
__lemmatic_size __lemmatic_wcstombs(char *to, const __lemmatic_wide *from, __lemmatic_size n) {
    for (__lemmatic_size i = 0; !to || i < n; i++) {
        if (from[i] < 0 || from[i] > 127) __lemmatic_unsupported("characters that are not ASCII");
        if (to) to[i] = (char)from[i];
        if (!from[i]) return i;
    }
    return n;
}

int __lemmatic_iswalnum(unsigned c) { return c < 128 ? __lemmatic_isalnum(c) : 0; }
int __lemmatic_iswalpha(unsigned c) { return c < 128 ? __lemmatic_isalpha(c) : 0; }
int __lemmatic_iswblank(unsigned c) { return c < 128 ? __lemmatic_isblank(c) : 0; }
int __lemmatic_iswcntrl(unsigned c) { return c < 128 ? __lemmatic_iscntrl(c) : 0; }
int __lemmatic_iswdigit(unsigned c) { return c < 128 ? __lemmatic_isdigit(c) : 0; }
int __lemmatic_iswgraph(unsigned c) { return c < 128 ? __lemmatic_isgraph(c) : 0; }
int __lemmatic_iswlower(unsigned c) { return c < 128 ? __lemmatic_islower(c) : 0; }
int __lemmatic_iswprint(unsigned c) { return c < 128 ? __lemmatic_isprint(c) : 0; }
int __lemmatic_iswpunct(unsigned c) { return c < 128 ? __lemmatic_ispunct(c) : 0; }
int __lemmatic_iswspace(unsigned c) { return c < 128 ? __lemmatic_isspace(c) : 0; }
int __lemmatic_iswupper(unsigned c) { return c < 128 ? __lemmatic_isupper(c) : 0; }
int __lemmatic_iswxdigit(unsigned c) { return c < 128 ? __lemmatic_isxdigit(c) : 0; }
unsigned __lemmatic_towlower(unsigned c) { return c < 128 ? __lemmatic_tolower(c) : c; }
unsigned __lemmatic_towupper(unsigned c) { return c < 128 ? __lemmatic_toupper(c) : c; }
