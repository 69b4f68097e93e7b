
/* ----- Text by a format ----- */

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

static char *__lemmatic_pad(char *to, char with, int n) {
    for (; n > 0; n--) *to++ = with;
    return to;
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

static int __lemmatic_format(char *to, const char *format, __builtin_va_list *arguments) {
    char *start = to;
    for (; *format; format++) {
        if (*format != '%') {
            *to++ = *format;
            continue;
        }
        int left = 0, zeros = 0, alternative = 0;
        char sign = 0;
        for (format++;; format++) {
            if (*format == '-') left = 1;
            else if (*format == '0') zeros = 1;
            else if (*format == '#') alternative = 1;
            else if (*format == '+') sign = '+';
            else if (*format == ' ') sign = sign ? sign : ' ';
            else break;
        }
        int width = __lemmatic_format_number(&format, arguments);
        if (width < 0) {
            left = 1;
            width = -width;
        }
        int precision = -1;
        if (*format == '.') {
            format++;
            precision = __lemmatic_format_number(&format, arguments);
        }
        int size = sizeof(int), longs = 0;
        for (;; format++) {
            if (*format == 'h') size /= 2;
            else if (*format == 'l' || *format == 'z' || *format == 't')
                size = longs++ ? 8 : sizeof(long);
            else if (*format == 'j' || *format == 'q') size = 8;
            else break;
        }
        char buffer[24], *digit = buffer + sizeof buffer;
        const char *text = 0, *prefix = "";
        int length = 0, prefix_length = 0;
        unsigned long long number = 0;
        unsigned base = 0;
        switch (*format) {
        case '%':
            *to++ = '%';
            continue;
        case 'c':
            if (longs) __lemmatic_unsupported("wide characters in formats");
            *--digit = (char)__builtin_va_arg(*arguments, int);
            text = digit;
            length = 1;
            break;
        case 's':
            if (longs) __lemmatic_unsupported("wide strings in formats");
            text = __builtin_va_arg(*arguments, const char *);
            while ((precision < 0 || length < precision) && text[length]) length++;
            break;
        case 'd':
        case 'i': {
            long long value = __lemmatic_signed_of(arguments, size);
            number = value < 0 ? 0 - (unsigned long long)value : value;
            sign = value < 0 ? '-' : sign;
            if (sign) {
                prefix = sign == '-' ? "-" : sign == '+' ? "+" : " ";
                prefix_length = 1;
            }
            base = 10;
            break;
        }
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            number = __lemmatic_unsigned_of(arguments, size);
            base = *format == 'u' ? 10 : *format == 'o' ? 8 : 16;
            if (alternative && base == 16 && number) {
                prefix = *format == 'x' ? "0x" : "0X";
                prefix_length = 2;
            }
            break;
        default:
            __lemmatic_unsupported("this conversion in a format");
        }
        if (base) {
            const char *digits = *format == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
            for (; number; number /= base) *--digit = digits[number % base];
            text = digit;
            length = (int)(buffer + sizeof buffer - digit);
            if (alternative && base == 8 && precision <= length) precision = length + 1;
        }
        int all_zeros = 0;
        if (base && precision < 0) all_zeros = length == 0;
        else if (base && precision > length) all_zeros = precision - length;
        if (base && zeros && !left && precision < 0 && width > prefix_length + length)
            all_zeros = width - prefix_length - length;
        int padding = width - prefix_length - all_zeros - length;
        if (!left) to = __lemmatic_pad(to, ' ', padding);
        for (int i = 0; i < prefix_length; i++) *to++ = prefix[i];
        to = __lemmatic_pad(to, '0', all_zeros);
        for (int i = 0; i < length; i++) *to++ = text[i];
        if (left) to = __lemmatic_pad(to, ' ', padding);
    }
    *to = 0;
    return (int)(to - start);
}

int __lemmatic_vsprintf(char *to, const char *format, __builtin_va_list arguments) {
    __builtin_va_list copy;
    __builtin_va_copy(copy, arguments);
    int length = __lemmatic_format(to, format, &copy);
    __builtin_va_end(copy);
    return length;
}

int __lemmatic_sprintf(char *to, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_format(to, format, &arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic___sprintf_chk(char *to, int flag, __lemmatic_size size, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __lemmatic_format(to, format, &arguments);
    __builtin_va_end(arguments);
    return length;
}

int __lemmatic___vsprintf_chk(char *to, int flag, __lemmatic_size size, const char *format,
                              __builtin_va_list arguments) {
    return __lemmatic_vsprintf(to, format, arguments);
}
