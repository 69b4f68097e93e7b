
/* ----- Text by a format -----
   Text goes to the first `room` bytes of `to`. What does not fit is counted, but not written.
   Each function takes the length of the text before it, and returns the length after it. A format
   that is a literal becomes calls of these functions when the program is translated. */

enum {
    __lemmatic_left = 1,
    __lemmatic_zeros = 2,
    __lemmatic_alternative = 4,
    __lemmatic_plus = 8,
    __lemmatic_space = 16,
    __lemmatic_upper = 32,
};

static __lemmatic_size __lemmatic_put(char *to, __lemmatic_size room, __lemmatic_size at, char c) {
    if (at < room) to[at] = c;
    return at + 1;
}

static __lemmatic_size __lemmatic_put_times(char *to, __lemmatic_size room, __lemmatic_size at,
                                            char c, int n) {
    for (; n > 0; n--) at = __lemmatic_put(to, room, at, c);
    return at;
}

/* Text of the format itself. */
static __lemmatic_size __lemmatic_put_plain(char *to, __lemmatic_size room, __lemmatic_size at,
                                            const char *text, int length) {
    for (int i = 0; i < length; i++) at = __lemmatic_put(to, room, at, text[i]);
    return at;
}

static __lemmatic_size __lemmatic_put_text(char *to, __lemmatic_size room, __lemmatic_size at,
                                           const char *text, int flags, int width, int precision) {
    int length = 0;
    while ((precision < 0 || length < precision) && text[length]) length++;
    if (!(flags & __lemmatic_left)) at = __lemmatic_put_times(to, room, at, ' ', width - length);
    at = __lemmatic_put_plain(to, room, at, text, length);
    if (flags & __lemmatic_left) at = __lemmatic_put_times(to, room, at, ' ', width - length);
    return at;
}

static __lemmatic_size __lemmatic_put_char(char *to, __lemmatic_size room, __lemmatic_size at, int c,
                                           int flags, int width) {
    if (!(flags & __lemmatic_left)) at = __lemmatic_put_times(to, room, at, ' ', width - 1);
    at = __lemmatic_put(to, room, at, (char)c);
    if (flags & __lemmatic_left) at = __lemmatic_put_times(to, room, at, ' ', width - 1);
    return at;
}

/* How many digits a number of `size` bytes has; zero has none. Comparisons are simpler than
   divisions, and how long a text is depends on nothing else. */
static int __lemmatic_digits(unsigned long long number, int size, unsigned base) {
    unsigned long long power = 1, most = size == 8 ? ~0ull : (1ull << 8 * size) - 1;
    int n = 0;
    while (number >= power) {
        n++;
        if (power > most / base) break;
        power *= base;
    }
    return n;
}

static __lemmatic_size __lemmatic_put_digits(char *to, __lemmatic_size room, __lemmatic_size at,
                                             unsigned long long number, int size, unsigned base,
                                             int flags, int width, int precision, char sign) {
    int digits = __lemmatic_digits(number, size, base);
    int is_hex = base == 16 && (flags & __lemmatic_alternative) && number;
    int prefix = is_hex ? 2 : sign ? 1 : 0;
    int zeros = precision < 0 ? digits == 0 : precision > digits ? precision - digits : 0;
    if ((flags & __lemmatic_zeros) && !(flags & __lemmatic_left) && precision < 0
        && width > prefix + zeros + digits)
        zeros = width - prefix - digits;
    if (base == 8 && (flags & __lemmatic_alternative) && !zeros) zeros = 1;
    int padding = width - prefix - zeros - digits;
    if (!(flags & __lemmatic_left)) at = __lemmatic_put_times(to, room, at, ' ', padding);
    if (sign) at = __lemmatic_put(to, room, at, sign);
    if (is_hex) {
        at = __lemmatic_put(to, room, at, '0');
        at = __lemmatic_put(to, room, at, flags & __lemmatic_upper ? 'X' : 'x');
    }
    at = __lemmatic_put_times(to, room, at, '0', zeros);
    for (int i = digits; i > 0; i--) {
        int digit = number % base;
        char letter = (flags & __lemmatic_upper ? 'A' : 'a') + (digit - 10);
        __lemmatic_put(to, room, at + (i - 1), digit < 10 ? '0' + digit : letter);
        number /= base;
    }
    at += digits;
    if (flags & __lemmatic_left) at = __lemmatic_put_times(to, room, at, ' ', padding);
    return at;
}

static __lemmatic_size __lemmatic_put_signed(char *to, __lemmatic_size room, __lemmatic_size at,
                                             long long number, int size, int flags, int width,
                                             int precision) {
    char sign = flags & __lemmatic_plus ? '+' : flags & __lemmatic_space ? ' ' : 0;
    unsigned long long magnitude = number < 0 ? 0 - (unsigned long long)number : number;
    return __lemmatic_put_digits(to, room, at, magnitude, size, 10, flags, width, precision,
                                 number < 0 ? '-' : sign);
}

static __lemmatic_size __lemmatic_put_unsigned(char *to, __lemmatic_size room, __lemmatic_size at,
                                               unsigned long long number, int size, unsigned base,
                                               int flags, int width, int precision) {
    return __lemmatic_put_digits(to, room, at, number, size, base, flags, width, precision, 0);
}

/* The digits of floats and the look of pointers are not modelled. */
static __lemmatic_size __lemmatic_put_any(char *to, __lemmatic_size room, __lemmatic_size at,
                                          int width, int most) {
    __lemmatic_rough("the text of a float or pointer");
    int n = __lemmatic_any_int();
    __lemmatic_assume(n >= 1 && n >= width && (n <= most || n <= width));
    for (; n > 0; n--) {
        int c = __lemmatic_any_int();
        __lemmatic_assume(c >= ' ' && c < 127);
        at = __lemmatic_put(to, room, at, (char)c);
    }
    return at;
}

/* More characters than a float has before its point. */
static int __lemmatic_longest(int is_long, char conversion) {
    if (conversion == 'f' || conversion == 'F') return is_long ? 4940 : 320;
    return 48;
}

static __lemmatic_size __lemmatic_put_float(char *to, __lemmatic_size room, __lemmatic_size at,
                                            int is_long, int conversion, int width, int precision) {
    int most = __lemmatic_longest(is_long, conversion) + (precision < 0 ? 8 : precision);
    return __lemmatic_put_any(to, room, at, width, most);
}

static int __lemmatic_end_text(char *to, __lemmatic_size size, __lemmatic_size length) {
    if (size) to[length < size ? length : size - 1] = 0;
    if (length > 0x7fffffff) {
        __lemmatic_errno = 75; /* EOVERFLOW */
        return -1;
    }
    return (int)length;
}

/* How many bytes of a buffer are for characters. */
static __lemmatic_size __lemmatic_room(__lemmatic_size size) { return size ? size - 1 : 0; }

/* ----- Formats that are no literals ----- */

/* The integer of a conversion: of how many bytes, says `size`. */
static long long __lemmatic_signed_of(__builtin_va_list *arguments, int size) {
    if (size == 8) return __builtin_va_arg(*arguments, long long);
    int number = __builtin_va_arg(*arguments, int);
    return size == 1 ? (signed char)number : size == 2 ? (short)number : number;
}

static unsigned long long __lemmatic_unsigned_of(__builtin_va_list *arguments, int size) {
    if (size == 8) return __builtin_va_arg(*arguments, unsigned long long);
    unsigned number = __builtin_va_arg(*arguments, unsigned);
    return size == 1 ? (unsigned char)number : size == 2 ? (unsigned short)number : number;
}

/* A number in a format, or an argument for one. */
static int __lemmatic_format_number(const char **format, __builtin_va_list *arguments) {
    int number = 0;
    if (**format == '*') {
        ++*format;
        return __builtin_va_arg(*arguments, int);
    }
    for (; **format >= '0' && **format <= '9'; ++*format) number = 10 * number + (**format - '0');
    return number;
}

/* The size in bytes of the integer of a conversion, and how many letters `l` it has. */
static int __lemmatic_format_size(const char **format, int *longs) {
    int size = sizeof(int);
    for (;; ++*format) {
        if (**format == 'h') size /= 2;
        else if (**format == 'l' || **format == 'z' || **format == 't')
            size = (*longs)++ ? 8 : sizeof(long);
        else if (**format == 'j' || **format == 'q') size = 8;
        else if (**format == 'L') *longs = 2;
        else return size;
    }
}

static __lemmatic_size __lemmatic_format(char *to, __lemmatic_size room, const char *format,
                                         __builtin_va_list *arguments) {
    __lemmatic_size at = 0;
    for (; *format; format++) {
        if (*format != '%') {
            at = __lemmatic_put(to, room, at, *format);
            continue;
        }
        int flags = 0;
        for (format++;; format++) {
            if (*format == '-') flags |= __lemmatic_left;
            else if (*format == '0') flags |= __lemmatic_zeros;
            else if (*format == '#') flags |= __lemmatic_alternative;
            else if (*format == '+') flags |= __lemmatic_plus;
            else if (*format == ' ') flags |= __lemmatic_space;
            else break;
        }
        int width = __lemmatic_format_number(&format, arguments);
        if (width < 0) {
            flags |= __lemmatic_left;
            width = -width;
        }
        int precision = -1;
        if (*format == '.') {
            format++;
            precision = __lemmatic_format_number(&format, arguments);
        }
        int longs = 0, size = __lemmatic_format_size(&format, &longs);
        switch (*format) {
        case '%':
            at = __lemmatic_put(to, room, at, '%');
            break;
        case 'c':
            if (longs) __lemmatic_unsupported("wide characters in formats");
            at = __lemmatic_put_char(to, room, at, __builtin_va_arg(*arguments, int), flags, width);
            break;
        case 's':
            if (longs) __lemmatic_unsupported("wide strings in formats");
            at = __lemmatic_put_text(to, room, at, __builtin_va_arg(*arguments, const char *), flags,
                                     width, precision);
            break;
        case 'd':
        case 'i':
            at = __lemmatic_put_signed(to, room, at, __lemmatic_signed_of(arguments, size), size,
                                       flags, width, precision);
            break;
        case 'X':
            flags |= __lemmatic_upper;
        case 'u':
        case 'o':
        case 'x':
            at = __lemmatic_put_unsigned(to, room, at, __lemmatic_unsigned_of(arguments, size), size,
                                         *format == 'u' ? 10 : *format == 'o' ? 8 : 16, flags, width,
                                         precision);
            break;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            if (longs == 2) __builtin_va_arg(*arguments, long double);
            else __builtin_va_arg(*arguments, double);
            at = __lemmatic_put_float(to, room, at, longs == 2, *format, width, precision);
            break;
        case 'p':
            __builtin_va_arg(*arguments, void *);
            at = __lemmatic_put_any(to, room, at, width, 20);
            break;
        case 'n': {
            void *target = __builtin_va_arg(*arguments, void *);
            if (size == 8) *(long long *)target = at;
            else if (size == 4) *(int *)target = at;
            else if (size == 2) *(short *)target = at;
            else *(signed char *)target = at;
            break;
        }
        default:
            __lemmatic_unsupported("this conversion in a format");
        }
    }
    return at;
}

int __lemmatic_vsnprintf(char *to, __lemmatic_size size, const char *format,
                         __builtin_va_list arguments) {
    __builtin_va_list copy;
    __builtin_va_copy(copy, arguments);
    __lemmatic_size length = __lemmatic_format(to, __lemmatic_room(size), format, &copy);
    __builtin_va_end(copy);
    return __lemmatic_end_text(to, size, length);
}

int __lemmatic_vsprintf(char *to, const char *format, __builtin_va_list arguments) {
    return __lemmatic_vsnprintf(to, (__lemmatic_size)-1, format, arguments);
}

int __lemmatic_vasprintf(char **to, const char *format, __builtin_va_list arguments) {
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = __lemmatic_vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (length < 0) return -1;
    *to = __builtin_malloc(length + 1ul);
    if (!*to) return -1;
    return __lemmatic_vsnprintf(*to, length + 1ul, format, arguments);
}

int __lemmatic_snprintf(char *to, __lemmatic_size size, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_vsnprintf(to, size, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic_sprintf(char *to, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_vsprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic_asprintf(char **to, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_vasprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic___sprintf_chk(char *to, int flag, __lemmatic_size size, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_vsprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic___snprintf_chk(char *to, __lemmatic_size most, int flag, __lemmatic_size size,
                              const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_vsnprintf(to, most, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic___vsprintf_chk(char *to, int flag, __lemmatic_size size, const char *format,
                              __builtin_va_list arguments) {
    return __lemmatic_vsprintf(to, format, arguments);
}

int __lemmatic___vsnprintf_chk(char *to, __lemmatic_size most, int flag, __lemmatic_size size,
                               const char *format, __builtin_va_list arguments) {
    return __lemmatic_vsnprintf(to, most, format, arguments);
}
