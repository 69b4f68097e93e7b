/* Functions of the library that have models of their own. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_sign(const void *a, const void *b, void *sign) { return *(int *)sign * by_value(a, b); }

static void numbers(void) {
    static const char *const texts[] = {"12",   " -7x", "0x1fg", "017", "zz", "", "-", "+3",
                                        "0x",   "99999999999999999999", "-99999999999999999999",
                                        "4294967295", "-2147483648"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int base = 0; base <= 36; base += base ? 10 : 6) {
            char *end;
            errno = 0;
            long a = strtol(texts[i], &end, base);
            printf("%ld %d %d ", a, (int)(end - texts[i]), errno);
            errno = 0;
            unsigned long b = strtoul(texts[i], &end, base);
            printf("%lu %d %d ", b, (int)(end - texts[i]), errno);
            printf("%lld %llu\n", strtoll(texts[i], 0, base), strtoull(texts[i], 0, base));
        }
        printf("%d\n", atoi(texts[i]));
    }
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    lldiv_t ll = lldiv(-9, 4);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%x %x %x %x\n", htonl(0x01020304), ntohl(0x01020304), htons(0x0102), ntohs(0x0102));
    printf("%d %g %g\n", (int)imaxabs(-5), difftime(7, 3), difftime(3, 7));
}

static void blocks(void) {
    char a[8] = "abcdef", b[8] = "uvwxyz";
    printf("%d\n", (int)((char *)memccpy(b, a, 'c', 6) - b));
    printf("%s\n", b);
    printf("%d\n", memccpy(b, a, 'q', 2) == 0);
    swab(a, b, 5);
    bcopy(a, a + 1, 3);
    explicit_bzero(b + 5, 2);
    printf("%s %s\n", a, b);
    char list[] = "x,,y", *rest = list, *part;
    while ((part = strsep(&rest, ",;"))) printf("[%s]", part);
    printf("%d\n", (int)(stpncpy(b, "hi", 4) - b));
    printf("%s %s\n", b, (char *)memmem("abcab", 5, "ca", 2));
    printf("%s %d\n", strchrnul("abc", 'x') - 1, toascii(200));
    void *p = 0;
    printf("%d\n", posix_memalign(&p, 3, 8));
    printf("%d\n", posix_memalign(&p, 64, 8));
    free(p);
}

static void wide(void) {
    wchar_t a[16] = L"wide", b[16];
    wcscpy(b, a);
    wcscat(b, L"-");
    wcsncat(b, L"chars", 2);
    printf("%d %d %d\n", (int)wcslen(b), wcscmp(a, b) < 0, wcsncmp(a, b, 4));
    printf("%d %d\n", (int)(wcschr(b, L'd') - b), (int)(wcsrchr(b, L'-') - b));
    printf("%d %d\n", (int)(wcsstr(b, L"e-") - b), (int)wcsspn(b, L"diw"));
    wmemset(a, L'z', 2);
    wmemmove(a + 1, a, 4);
    printf("%d %d\n", wmemcmp(a, L"zzzde", 5), (int)(wmemchr(a, L'd', 5) - a));
    char bytes[16];
    printf("%d\n", (int)mbstowcs(b, "ascii", 16));
    printf("%d\n", (int)wcstombs(bytes, b, 16));
    printf("%s\n", bytes);
    printf("%d %d %d\n", !!iswalpha(L'x'), !!iswdigit(L'x'), (int)towupper(L'x'));
}

static void searching(void) {
    int values[] = {5, 3, 9, 1, 7}, sign = -1, key = 7;
    qsort(values, 5, sizeof *values, by_value);
    for (int i = 0; i < 5; i++) printf("%d ", values[i]);
    printf("%d\n", (int)((int *)bsearch(&key, values, 5, sizeof key, by_value) - values));
    qsort_r(values, 5, sizeof *values, by_sign, &sign);
    for (int i = 0; i < 5; i++) printf("%d ", values[i]);
    int more[4] = {2, 4};
    size_t count = 2;
    lsearch(&key, more, &count, sizeof key, by_value);
    printf("%d %d %d\n", (int)count, more[2], lfind(&sign, more, &count, sizeof sign, by_value) == 0);
    struct link { struct link *next, *previous; } x, y, z;
    insque(&x, 0);
    insque(&y, &x);
    insque(&z, &x);
    remque(&y);
    printf("%d %d %d\n", x.next == &z, z.previous == &x, z.next == 0);
}

int main(void) {
    numbers();
    blocks();
    wide();
    searching();
    return 0;
}
