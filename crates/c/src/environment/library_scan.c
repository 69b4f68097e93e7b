
/* ----- Reading a string by a format ----- */

static int __lemmatic_in_set(const char *set, const char *end, char c) {
    for (const char *from = set; from < end; from++) {
        if (from + 2 < end && from[1] == '-') {
            if ((unsigned char)from[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)from[2])
                return 1;
            from += 2;
        } else if (*from == c) {
            return 1;
        }
    }
    return 0;
}

/* Reads an integer of at most `width` characters. Returns its end, or null if there is none. */
static const char *__lemmatic_scan_integer(const char *s, int width, int base, int size,
                                           int has_sign, unsigned long long *value) {
    int negative = 0, some = 0, over = 0;
    if (width > 0 && (*s == '-' || *s == '+')) {
        negative = *s == '-';
        s++;
        width--;
    }
    if ((base == 0 || base == 16) && width > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        if (width == 2 || __lemmatic_digit(s[2]) >= 16)
            __lemmatic_unsupported("a number that ends after 0x");
        base = 16;
        s += 2;
        width -= 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    unsigned long long most = size == 8 ? ~0ull : (1ull << 8 * size) - 1;
    if (has_sign) most = most / 2 + negative;
    *value = 0;
    for (; width > 0 && __lemmatic_digit(*s) < base; s++, width--) {
        unsigned digit = __lemmatic_digit(*s);
        some = 1;
        if (over || digit > most || *value > (most - digit) / base) over = 1;
        else *value = *value * base + digit;
    }
    if (over) {
        /* C does not say what happens. */
        __lemmatic_rough("a number in a string that does not fit its type");
        __lemmatic_any_bytes(value, sizeof *value);
    } else if (negative) {
        *value = 0 - *value;
    }
    return some ? s : 0;
}

static void __lemmatic_store_integer(void *target, int size, unsigned long long value) {
    if (size == 8) *(unsigned long long *)target = value;
    else if (size == 4) *(unsigned *)target = value;
    else if (size == 2) *(unsigned short *)target = value;
    else *(unsigned char *)target = value;
}

static int __lemmatic_scan(const char *s, const char *format, __builtin_va_list *arguments) {
    const char *const start = s;
    int count = 0;
    for (; *format; format++) {
        if (__lemmatic_isspace((unsigned char)*format)) {
            while (__lemmatic_isspace((unsigned char)*s)) s++;
            continue;
        }
        if (*format != '%') {
            if (!*s) return count ? count : -1;
            if (*s != *format) return count;
            s++;
            continue;
        }
        format++;
        int suppressed = *format == '*';
        if (suppressed) format++;
        int width = __lemmatic_format_number(&format, arguments), longs = 0;
        int size = __lemmatic_format_size(&format, &longs);
        char conversion = *format;
        if (conversion != 'c' && conversion != '[' && conversion != 'n')
            while (__lemmatic_isspace((unsigned char)*s)) s++;
        if (conversion == 'n') {
            if (!suppressed)
                __lemmatic_store_integer(__builtin_va_arg(*arguments, void *), size, s - start);
            continue;
        }
        if (!*s) return count ? count : -1;
        if (conversion == '%') {
            if (*s != '%') return count;
            s++;
            continue;
        }
        void *target = suppressed ? 0 : __builtin_va_arg(*arguments, void *);
        switch (conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X': {
            int base = conversion == 'i' ? 0 : conversion == 'o' ? 8 : 10;
            unsigned long long value;
            if (conversion == 'x' || conversion == 'X') base = 16;
            s = __lemmatic_scan_integer(s, width ? width : 0x7fffffff, base, size,
                                        conversion == 'd' || conversion == 'i', &value);
            if (!s) return count;
            if (target) __lemmatic_store_integer(target, size, value);
            break;
        }
        case 'c':
        case 's':
        case '[': {
            if (longs) __lemmatic_unsupported("wide characters in formats");
            const char *set = 0, *end = 0;
            int outside = 0;
            if (conversion == '[') {
                set = format + 1;
                outside = *set == '^';
                if (outside) set++;
                end = set;
                if (*end == ']') end++;
                while (*end && *end != ']') end++;
                format = end;
            }
            char *to = target;
            int most = width ? width : conversion == 'c' ? 1 : 0x7fffffff, n = 0;
            for (; n < most && *s; n++, s++) {
                if (conversion == 's' && __lemmatic_isspace((unsigned char)*s)) break;
                if (conversion == '[' && __lemmatic_in_set(set, end, *s) == outside) break;
                if (to) to[n] = *s;
            }
            if (conversion == 'c' && n < most) return count ? count : -1;
            if (!n) return count;
            if (to && conversion != 'c') to[n] = 0;
            break;
        }
        case 'f':
        case 'e':
        case 'g':
        case 'a':
        case 'E':
        case 'G': {
            struct __lemmatic_float_text text = __lemmatic_float_text(s);
            if (width || *text.end == 'e' || *text.end == 'E' || *text.end == 'p'
                || *text.end == 'P' || text.kind == __lemmatic_no_float
                || text.kind >= __lemmatic_infinite)
                __lemmatic_unsupported("a float in a string that is hard to read");
            if (target && longs == 2) *(long double *)target = __lemmatic_strtold(s, 0);
            else if (target && longs) *(double *)target = __lemmatic_strtod(s, 0);
            else if (target) *(float *)target = __lemmatic_strtof(s, 0);
            s = text.end;
            break;
        }
        default:
            __lemmatic_unsupported("this conversion in a format");
        }
        if (target) count++;
    }
    return count;
}

int __lemmatic_vsscanf(const char *s, const char *format, __builtin_va_list arguments) {
    __builtin_va_list copy;
    __builtin_va_copy(copy, arguments);
    int count = __lemmatic_scan(s, format, &copy);
    __builtin_va_end(copy);
    return count;
}
int __lemmatic_sscanf(const char *s, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = __lemmatic_scan(s, format, &arguments);
    __builtin_va_end(arguments);
    return count;
}
int __lemmatic___isoc99_vsscanf(const char *s, const char *format, __builtin_va_list arguments) {
    return __lemmatic_vsscanf(s, format, arguments);
}
int __lemmatic___isoc99_sscanf(const char *s, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = __lemmatic_scan(s, format, &arguments);
    __builtin_va_end(arguments);
    return count;
}
int __lemmatic___isoc23_vsscanf(const char *s, const char *format, __builtin_va_list arguments) {
    return __lemmatic_vsscanf(s, format, arguments);
}
int __lemmatic___isoc23_sscanf(const char *s, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = __lemmatic_scan(s, format, &arguments);
    __builtin_va_end(arguments);
    return count;
}
