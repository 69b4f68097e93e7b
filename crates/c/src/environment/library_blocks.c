
/* ----- Allocation; nobody sees alignments ----- */

void *__lemmatic_aligned_alloc(__lemmatic_size align, __lemmatic_size n) { return __builtin_malloc(n); }
void *__lemmatic_memalign(__lemmatic_size align, __lemmatic_size n) { return __builtin_malloc(n); }
void *__lemmatic_valloc(__lemmatic_size n) { return __builtin_malloc(n); }
void *__lemmatic_pvalloc(__lemmatic_size n) { return __builtin_malloc(n); }

int __lemmatic_posix_memalign(void **to, __lemmatic_size align, __lemmatic_size n) {
    if (align < sizeof(void *) || (align & (align - 1))) return 22; /* EINVAL */
    void *block = __builtin_malloc(n);
    if (!block) return 12; /* ENOMEM */
    *to = block;
    return 0;
}

void *__lemmatic_reallocarray(void *p, __lemmatic_size count, __lemmatic_size size) {
    if (size && count > (__lemmatic_size)-1 / size) {
        __lemmatic_errno = 12; /* ENOMEM */
        return 0;
    }
    return __builtin_realloc(p, count * size);
}

/* ----- More blocks and strings ----- */

void __lemmatic_bcopy(const void *from, void *to, __lemmatic_size n) { __builtin_memmove(to, from, n); }
void __lemmatic_explicit_bzero(void *to, __lemmatic_size n) { __builtin_memset(to, 0, n); }

void *__lemmatic_memccpy(void *to, const void *from, int c, __lemmatic_size n) {
    unsigned char *x = to;
    const unsigned char *y = from;
    for (__lemmatic_size i = 0; i < n; i++)
        if ((x[i] = y[i]) == (unsigned char)c) return x + i + 1;
    return 0;
}

void __lemmatic_swab(const void *from, void *to, __lemmatic_difference n) {
    const char *x = from;
    char *y = to;
    for (__lemmatic_difference i = 0; i + 1 < n; i += 2) {
        char first = x[i];
        y[i] = x[i + 1];
        y[i + 1] = first;
    }
}

void *__lemmatic_rawmemchr(const void *s, int c) {
    const unsigned char *x = s;
    while (*x != (unsigned char)c) x++;
    return (void *)x;
}

void *__lemmatic_memmem(const void *s, __lemmatic_size n, const void *part, __lemmatic_size m) {
    for (__lemmatic_size i = 0; m <= n && i <= n - m; i++)
        if (!__lemmatic_memcmp((const char *)s + i, part, m)) return (char *)s + i;
    return 0;
}

char *__lemmatic_strchrnul(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *__lemmatic_stpncpy(char *to, const char *from, __lemmatic_size n) {
    __lemmatic_size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    char *end = to + i;
    for (; i < n; i++) to[i] = 0;
    return end;
}

char *__lemmatic_strsep(char **s, const char *set) {
    char *start = *s;
    if (!start) return 0;
    char *end = start + __lemmatic_strcspn(start, set);
    *s = *end ? end + 1 : 0;
    *end = 0;
    return start;
}

__lemmatic_size __lemmatic_strlcpy(char *to, const char *from, __lemmatic_size n) {
    __lemmatic_size length = __lemmatic_strlen(from), i = 0;
    for (; i + 1 < n && from[i]; i++) to[i] = from[i];
    if (n) to[i] = 0;
    return length;
}

__lemmatic_size __lemmatic_strlcat(char *to, const char *from, __lemmatic_size n) {
    __lemmatic_size length = __lemmatic_strnlen(to, n);
    return length + __lemmatic_strlcpy(to + length, from, n - length);
}

int __lemmatic_toascii(int c) { return c & 127; }
int __lemmatic__tolower(int c) { return c + 32; }
int __lemmatic__toupper(int c) { return c - 32; }

/* ----- Searching and sorting. How often functions of the program are called is open, but here it is
   fixed; which one of equal elements is found or comes first is not. ----- */

void *__lemmatic_bsearch(const void *key, const void *base, __lemmatic_size count,
                         __lemmatic_size size, int (*compare)(const void *, const void *)) {
    const char *low = base, *const end = low + count * size;
    while (count > 0) {
        const char *middle = low + (count / 2) * size;
        int order = compare(key, middle);
        if (order == 0) {
            while (middle != base && !compare(key, middle - size) && __lemmatic_any_int())
                middle -= size;
            while (middle + size != end && !compare(key, middle + size) && __lemmatic_any_int())
                middle += size;
            return (void *)middle;
        }
        if (order > 0) {
            low = middle + size;
            count = count - count / 2 - 1;
        } else {
            count = count / 2;
        }
    }
    return 0;
}

static void __lemmatic_exchange(char *a, char *b, __lemmatic_size size) {
    for (__lemmatic_size i = 0; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

void __lemmatic_qsort(void *base, __lemmatic_size count, __lemmatic_size size,
                      int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (__lemmatic_size i = 1; i < count; i++) {
        for (__lemmatic_size j = i; j > 0; j--) {
            char *low = elements + (j - 1) * size, *high = elements + j * size;
            int order = compare(low, high);
            if (order < 0 || (order == 0 && !__lemmatic_any_int())) break;
            __lemmatic_exchange(low, high, size);
        }
    }
}

void __lemmatic_qsort_r(void *base, __lemmatic_size count, __lemmatic_size size,
                        int (*compare)(const void *, const void *, void *), void *more) {
    char *elements = base;
    for (__lemmatic_size i = 1; i < count; i++) {
        for (__lemmatic_size j = i; j > 0; j--) {
            char *low = elements + (j - 1) * size, *high = elements + j * size;
            int order = compare(low, high, more);
            if (order < 0 || (order == 0 && !__lemmatic_any_int())) break;
            __lemmatic_exchange(low, high, size);
        }
    }
}

void *__lemmatic_lfind(const void *key, const void *base, __lemmatic_size *count,
                       __lemmatic_size size, int (*compare)(const void *, const void *)) {
    const char *elements = base;
    for (__lemmatic_size i = 0; i < *count; i++)
        if (!compare(key, elements + i * size)) return (void *)(elements + i * size);
    return 0;
}

void *__lemmatic_lsearch(const void *key, void *base, __lemmatic_size *count, __lemmatic_size size,
                         int (*compare)(const void *, const void *)) {
    void *found = __lemmatic_lfind(key, base, count, size, compare);
    if (found) return found;
    return __builtin_memcpy((char *)base + (*count)++ * size, key, size);
}

struct __lemmatic_link { struct __lemmatic_link *next, *previous; };

void __lemmatic_insque(void *element, void *after) {
    struct __lemmatic_link *new = element, *before = after;
    new->previous = before;
    new->next = before ? before->next : 0;
    if (!before) return;
    if (before->next) before->next->previous = new;
    before->next = new;
}

void __lemmatic_remque(void *element) {
    struct __lemmatic_link *old = element;
    if (old->next) old->next->previous = old->previous;
    if (old->previous) old->previous->next = old->next;
}

/* ----- Control ----- */

static void (*__lemmatic_at_exit[32])(void);
static int __lemmatic_exits;

int __lemmatic_atexit(void (*function)(void)) {
    if (__lemmatic_exits == 32) {
        __lemmatic_unsupported("more than 32 functions that run when the program ends");
        return -1;
    }
    __lemmatic_at_exit[__lemmatic_exits++] = function;
    return 0;
}

static void __lemmatic_run_at_exit(void) {
    while (__lemmatic_exits > 0) __lemmatic_at_exit[--__lemmatic_exits]();
}

int __lemmatic_pthread_once(int *done, void (*routine)(void)) {
    if (!*done) {
        *done = 2;
        routine();
    }
    return 0;
}
void __lemmatic_call_once(void *flag, void (*routine)(void)) { __lemmatic_pthread_once(flag, routine); }

void __lemmatic_err(int status, const char *format, ...) { __builtin_exit(status); }
void __lemmatic_errx(int status, const char *format, ...) { __builtin_exit(status); }
void __lemmatic_verr(int status, const char *format, void *arguments) { __builtin_exit(status); }
void __lemmatic_verrx(int status, const char *format, void *arguments) { __builtin_exit(status); }
void __lemmatic_error(int status, int number, const char *format, ...) {
    if (status) __builtin_exit(status);
}

/* ----- Files ----- */

void __lemmatic_setbuf(void *file, char *buffer) {
    if (buffer) __lemmatic_unsupported("a buffer of the program's own for a file");
}
void __lemmatic_setbuffer(void *file, char *buffer, __lemmatic_size n) {
    __lemmatic_setbuf(file, buffer);
}
int __lemmatic_setvbuf(void *file, char *buffer, int mode, __lemmatic_size n) {
    __lemmatic_setbuf(file, buffer);
    return __lemmatic_any_int();
}

__lemmatic_difference __lemmatic_getdelim(char **line, __lemmatic_size *size, int end, void *file) {
    if (__lemmatic_any_int()) return -1;
    __lemmatic_size n = __lemmatic_any_size();
    __lemmatic_assume(n > 0 && n < 1u << 30);
    if (!*line || *size <= n) {
        char *longer = __builtin_realloc(*line, n + 1);
        if (!longer) {
            __lemmatic_fail();
            return -1;
        }
        *line = longer;
        *size = n + 1;
    }
    __lemmatic_any_bytes(*line, n);
    (*line)[n] = 0;
    return n;
}
__lemmatic_difference __lemmatic_getline(char **line, __lemmatic_size *size, void *file) {
    return __lemmatic_getdelim(line, size, '\n', file);
}

char *__lemmatic_getcwd(char *buffer, __lemmatic_size size) {
    __lemmatic_size n = __lemmatic_any_size();
    __lemmatic_assume(n > 0 && n < 4096);
    if (__lemmatic_any_int() || ((buffer || size) && n >= size)) {
        __lemmatic_fail();
        return 0;
    }
    if (!buffer) buffer = __builtin_malloc(size ? size : n + 1);
    if (!buffer) return 0;
    __lemmatic_any_bytes(buffer, n);
    buffer[0] = '/';
    buffer[n] = 0;
    return buffer;
}
