//! Library functions: each has a program that depends on its effects, and one that does not.
//!
//! Approximated functions allow proofs, but no refutations.

mod common;

use common::{in_parallel, lemmatic_on};

const FALSE: &str = "FALSE(assertion)";
const TRUE: &str = "TRUE";
/// The reason does not matter.
const UNKNOWN: &str = "UNKNOWN";

/// Programs by headers, text of `main` and expected result.
const PROGRAMS: &[(&str, &str, &str)] = &[
    // ----- Memory that functions write -----
    ("unistd", "int p[2] = {7, 7}; pipe(p); assert(p[0] == 7);", FALSE),
    ("unistd", "int p[2] = {7, 7}; if (pipe(p) < 0) assert(p[0] == 7);", TRUE),
    ("unistd", "int p[3] = {7, 7, 7}; pipe(p); assert(p[2] == 7);", TRUE),
    ("unistd", "char b[4] = {1, 1, 1, 1}; long n = read(0, b, 2); assert(b[1] == 1);", FALSE),
    (
        "unistd",
        "char b[4] = {1, 1, 1, 1}; long n = read(0, b, 2); assert(b[2] == 1 && n <= 2);",
        TRUE,
    ),
    ("unistd", "char b[4] = {1}; pread(0, b, 1, 0); assert(b[0] == 1);", FALSE),
    ("unistd", "char b[4] = {1}; pread(0, b + 1, 1, 0); assert(b[0] == 1);", TRUE),
    ("unistd", "char b[4] = {1}; readlink(\"x\", b, 4); assert(b[0] == 1);", FALSE),
    ("unistd", "char b[4] = {1}; if (readlink(\"x\", b, 4) <= 0) assert(b[0] == 1);", TRUE),
    ("unistd", "char b[9] = \"a\"; getcwd(b, 9); assert(b[0] == 'a');", FALSE),
    ("unistd", "char b[9] = \"a\"; if (getcwd(b, 9)) assert(b[0] == '/');", TRUE),
    ("stdlib", "void *p = 0; posix_memalign(&p, 64, 8); assert(!p);", FALSE),
    ("stdlib", "void *p = 0; assert(posix_memalign(&p, 3, 8) == 22 && !p);", TRUE),
    ("sys/random", "char b[2] = {1, 1}; getrandom(b, 1, 0); assert(b[0] == 1);", FALSE),
    ("sys/random", "char b[2] = {1, 1}; getrandom(b, 1, 0); assert(b[1] == 1);", TRUE),
    (
        "time",
        "time_t t = 0; struct tm m = {0}; localtime_r(&t, &m); assert(m.tm_year == 0);",
        UNKNOWN,
    ),
    (
        "time",
        "time_t t = 0; struct tm m = {0}; if (localtime_r(&t, &m)) assert(m.tm_mon < 12);",
        TRUE,
    ),
    ("time", "time_t t = 0; struct tm *m = gmtime(&t); assert(!m || m->tm_sec <= 60);", TRUE),
    ("time", "time_t t = 5; time_t u = time(&t); assert(t == 5);", FALSE),
    ("time", "time_t t = 5; time_t u = time(&t); assert(t == u);", TRUE),
    (
        "time",
        "struct timespec s = {0}; clock_gettime(0, &s); assert(s.tv_nsec < 1000000000);",
        TRUE,
    ),
    ("time", "struct timespec s = {0}; clock_gettime(0, &s); assert(s.tv_nsec == 0);", UNKNOWN),
    ("sys/time", "struct timeval v = {0}; gettimeofday(&v, 0); assert(v.tv_usec == 0);", FALSE),
    ("sys/time", "struct timeval v = {0}; gettimeofday(&v, 0); assert(v.tv_usec < 1000000);", TRUE),
    ("sys/wait", "int s = 7; waitpid(-1, &s, 0); assert(s == 7);", FALSE),
    ("sys/wait", "int s = 7; waitpid(-1, 0, 0); assert(s == 7);", TRUE),
    ("stdlib,wchar", "wchar_t w[3] = {9, 9, 9}; mbstowcs(w, \"a\", 3); assert(w[0] == 9);", FALSE),
    (
        "stdlib,wchar",
        "wchar_t w[3] = {9, 9, 9}; assert(mbstowcs(w, \"a\", 3) == 1 && w[2] == 9);",
        TRUE,
    ),
    ("wchar", "wchar_t w[3] = {9, 9, 9}; wcscpy(w, L\"a\"); assert(w[0] == 9);", FALSE),
    ("wchar", "wchar_t w[3] = {9, 9, 9}; wcscpy(w, L\"a\"); assert(w[1] == 0 && w[2] == 9);", TRUE),
    ("wchar", "wchar_t v[1] = {5}, w[2] = {9, 9}; wmemcpy(w, v, 1); assert(w[0] == 9);", FALSE),
    (
        "wchar",
        "wchar_t v[1] = {5}, w[2] = {9, 9}; wmemcpy(w, v, 1); assert(w[0] == 5 && w[1] == 9);",
        TRUE,
    ),
    (
        "wchar",
        "wchar_t w[4] = L\"ab\"; assert(wcslen(w) == 2 && !wcscmp(w, L\"ab\") && wcschr(w, 'b') == w + 1);",
        TRUE,
    ),
    ("string", "char b[3] = \"xy\"; memccpy(b, \"ab\", 'a', 3); assert(b[0] == 'x');", FALSE),
    (
        "string",
        "char b[3] = \"xy\"; assert(memccpy(b, \"ab\", 'a', 3) == b + 1 && b[1] == 'y');",
        TRUE,
    ),
    ("strings", "char a[2] = \"a\", b[2] = \"b\"; bcopy(a, b, 1); assert(b[0] == 'b');", FALSE),
    (
        "strings",
        "char a[2] = \"a\", b[2] = \"b\"; bcopy(a, b, 1); assert(a[0] == 'a' && b[0] == 'a');",
        TRUE,
    ),
    ("unistd", "char a[3] = \"ab\", b[3] = \"xy\"; swab(a, b, 2); assert(b[0] == 'x');", FALSE),
    (
        "unistd",
        "char a[3] = \"ab\", b[3] = \"xy\"; swab(a, b, 2); assert(b[0] == 'b' && b[1] == 'a');",
        TRUE,
    ),
    ("string", "char b[3] = \"xy\"; explicit_bzero(b, 1); assert(b[0] == 'x');", FALSE),
    ("string", "char b[3] = \"xy\"; explicit_bzero(b, 1); assert(b[0] == 0 && b[1] == 'y');", TRUE),
    ("sys/socket", "char b[2] = {1, 1}; recvfrom(0, b, 1, 0, 0, 0); assert(b[0] == 1);", FALSE),
    ("sys/socket", "char b[2] = {1, 1}; recvfrom(0, b, 1, 0, 0, 0); assert(b[1] == 1);", TRUE),
    (
        "sys/socket",
        "struct sockaddr a; a.sa_family = 1; socklen_t n = sizeof a; accept(0, &a, &n); assert(a.sa_family == 1);",
        FALSE,
    ),
    ("sys/socket", "socklen_t n = 5; accept(0, 0, 0); assert(n == 5);", TRUE),
    ("math", "double s = 5, c = 5; sincos(1, &s, &c); assert(s == 5);", UNKNOWN),
    ("math", "double s = 5, c = 5, d = 5; sincos(1, &s, &c); assert(d == 5);", TRUE),
    ("math", "int e = 5; frexp(8, &e); assert(e == 5);", FALSE),
    ("math", "int e = 5; assert(frexp(8, &e) == 0.5 && e == 4 && ldexp(0.5, e) == 8);", TRUE),
    ("math", "double x = sin(1); assert(x >= -1 && x <= 1);", TRUE),
    ("math", "double x = sin(1); assert(x > 0);", UNKNOWN),
    ("math", "assert(exp(0) == 1 && log(1) == 0 && pow(-1, INFINITY) == 1 && cos(0) == 1);", TRUE),
    ("math", "assert(exp(0) == 0);", FALSE),
    ("math", "float x = nondet(); if (x > 2) assert(expf(x) >= 1 && powf(x, -x) <= 1);", TRUE),
    ("fenv", "assert(fesetround(FE_TONEAREST) == 0);", TRUE),
    ("fenv", "fesetround(FE_UPWARD); assert(1);", UNKNOWN),
    ("stdio", "int n = 5; printf(\"ab%n\", &n); assert(n == 5);", UNKNOWN),
    ("stdio", "int n = 5; printf(\"ab%d\", n); assert(n == 5);", TRUE),
    ("stdio", "char b[4] = \"xyz\"; snprintf(b, 2, \"%d\", 1); assert(b[0] == 'x');", FALSE),
    (
        "stdio",
        "char b[9]; assert(snprintf(b, 3, \"%d-%s\", 12, \"x\") == 4 && b[1] == '2' && !b[2]);",
        TRUE,
    ),
    (
        "stdio",
        "char b[9]; int x = nondet(); int n = snprintf(b, 9, \"%.3s\", \"abcd\"); assert(n == 3);",
        TRUE,
    ),
    (
        "stdio",
        "char b[20]; int n = snprintf(b, 20, \"%f\", 1.5); assert(n > 0 && b[19 < n ? 19 : n] == 0);",
        TRUE,
    ),
    ("stdio", "char b[20]; int n = snprintf(b, 20, \"%f\", 1.5); assert(n == 8);", UNKNOWN),
    ("stdio", "char b[9]; int n = 0; sprintf(b, \"ab%nc\", &n); assert(n == 2);", TRUE),
    (
        "stdio,stdlib",
        "char *s = 0; int n = asprintf(&s, \"%d\", 42); assert(n == 2 && s[1] == '2');",
        TRUE,
    ),
    ("stdio", "char b[4] = \"xyz\"; snprintf(b, 2, \"%d\", 1); assert(b[2] == 'z');", TRUE),
    ("stdio", "int x = 5; sscanf(\"7\", \"%d\", &x); assert(x == 5);", FALSE),
    (
        "stdio",
        "int x = 5, y = 6; assert(sscanf(\"7 a\", \"%d%d\", &x, &y) == 1 && x == 7 && y == 6);",
        TRUE,
    ),
    (
        "stdio",
        "char w[4]; assert(sscanf(\" abcd\", \"%3s\", w) == 1 && w[2] == 'c' && !w[3]);",
        TRUE,
    ),
    ("stdlib", "char *e; assert(strtod(\"2.5x\", &e) == 2.5 && *e == 'x');", TRUE),
    ("stdlib", "assert(strtod(\"1e-300\", 0) == 0);", UNKNOWN),
    ("stdio", "char b[4] = \"xyz\"; fread(b, 1, 2, stdin); assert(b[1] == 'y');", FALSE),
    ("stdio", "char b[4] = \"xyz\"; fread(b, 1, 2, stdin); assert(b[2] == 'z');", TRUE),
    ("sys/stat", "struct stat s; s.st_mode = 1; stat(\"x\", &s); assert(s.st_mode == 1);", UNKNOWN),
    (
        "sys/stat",
        "struct stat s; s.st_mode = 1; if (stat(\"x\", &s)) assert(s.st_mode == 1);",
        TRUE,
    ),
    ("poll", "struct pollfd p = {0, 1, 0}; poll(&p, 1, 0); assert(p.revents == 0);", UNKNOWN),
    ("poll", "struct pollfd p = {0, 1, 0}; assert(poll(&p, 1, 0) <= 1);", TRUE),
    (
        "termios",
        "struct termios t; t.c_lflag = 1; tcgetattr(0, &t); assert(t.c_lflag == 1);",
        FALSE,
    ),
    ("stdlib", "char *e; assert(strtol(\" 12x\", &e, 10) == 12 && *e == 'x');", TRUE),
    ("stdlib", "div_t d = div(7, 2); assert(d.quot == 3 && d.rem == 1);", TRUE),
    ("getopt", "char *v[] = {\"a\", 0}; getopt(1, v, \"x\"); assert(optind == 0);", UNKNOWN),
    // ----- errno -----
    ("unistd,errno", "char b; errno = 0; read(0, &b, 1); assert(errno == 0);", FALSE),
    ("unistd,errno", "char b; errno = 0; if (read(0, &b, 1) < 0) assert(errno != 0);", TRUE),
    ("unistd,errno", "char b; errno = 3; read(0, &b, 1); assert(errno != 0);", TRUE),
    ("stdio,errno", "errno = 0; fopen(\"x\", \"r\"); assert(errno == 0);", FALSE),
    ("string,errno", "errno = 0; int n = strlen(\"x\"); assert(errno == 0);", TRUE),
    (
        "stdlib,errno",
        "assert(strtol(\"99999999999999999999\", 0, 10) > 0 && errno == ERANGE);",
        TRUE,
    ),
    ("errno", "assert(errno == 0);", TRUE),
    // ----- Callbacks -----
    (
        "search,stdlib",
        "int v[2] = {1, 2}, k = 2; size_t n = 2; int *p = lfind(&k, v, &n, sizeof k, counting); assert(!p || !calls);",
        FALSE,
    ),
    (
        "search,stdlib",
        "int v[2] = {1, 2}, k = 2; size_t n = 2; int *p = lfind(&k, v, &n, sizeof k, by_value); assert(p == v + 1);",
        TRUE,
    ),
    (
        "search,stdlib",
        "int v[3] = {1, 2}, k = 5; size_t n = 2; lsearch(&k, v, &n, sizeof k, by_value); assert(n == 3 && v[2] == 5);",
        TRUE,
    ),
    ("stdlib", "int v[2] = {2, 1}; qsort(v, 2, sizeof *v, by_value); assert(v[0] == 2);", FALSE),
    (
        "stdlib",
        "int v[2] = {2, 1}; qsort(v, 2, sizeof *v, by_value); assert(v[0] == 1 && v[1] == 2);",
        TRUE,
    ),
    (
        "stdlib",
        "int v[2] = {12, 1}; qsort(v, 2, sizeof *v, by_nothing); assert(v[0] == 12);",
        FALSE,
    ),
    (
        "stdlib",
        "int v[3] = {1, 1, 2}, k = 1; assert(bsearch(&k, v, 3, sizeof k, by_value) == v + 1);",
        FALSE,
    ),
    (
        "stdlib",
        "int v[2] = {1, 2}, k = 1; assert(bsearch(&k, v, 2, sizeof k, by_value) == v);",
        TRUE,
    ),
    ("stdlib", "int v[2] = {2, 1}; qsort(v, 2, sizeof *v, counting); assert(calls == 1);", UNKNOWN),
    ("search,stdlib", "void *r = 0; int k; tsearch(&k, &r, counting); assert(!calls);", UNKNOWN),
    (
        "threads",
        "once_flag f = ONCE_FLAG_INIT; call_once(&f, count); call_once(&f, count); assert(calls != 1);",
        FALSE,
    ),
    (
        "threads",
        "once_flag f = ONCE_FLAG_INIT; call_once(&f, count); call_once(&f, count); assert(calls == 1);",
        TRUE,
    ),
    (
        "pthread",
        "pthread_once_t f = PTHREAD_ONCE_INIT; pthread_once(&f, count); assert(calls == 1);",
        TRUE,
    ),
    ("stdlib", "at_quick_exit(count); assert(1);", UNKNOWN),
    // Jumps.
    ("setjmp", "jmp_buf b; int r = setjmp(b); if (!r) longjmp(b, 3); assert(r == 3);", TRUE),
    ("setjmp", "jmp_buf b; int r = setjmp(b); if (!r) longjmp(b, 0); assert(r == 0);", FALSE),
    ("setjmp", "jmp_buf b; assert(setjmp(b) == 0);", TRUE),
    (
        "setjmp",
        "jmp_buf b; int x = 1, r = setjmp(b); if (!r) { x = 2; longjmp(b, 1); } assert(x == 2);",
        FALSE,
    ),
    (
        "setjmp",
        "jmp_buf b; int x = 2, r = setjmp(b); if (!r) { longjmp(b, 1); } assert(x == 2);",
        TRUE,
    ),
    ("setjmp", "static jmp_buf b; longjmp(b, 1); assert(1);", UNKNOWN),
    ("stdlib", "atexit(count); assert(1);", TRUE),
    ("stdlib", "atexit(fail); exit(0);", FALSE),
    ("stdlib", "atexit(fail); _Exit(0);", TRUE),
    ("stdlib", "atexit(fail);", FALSE),
    ("stdlib", "atexit(count); atexit(count); assert(calls == 0);", TRUE),
    ("signal", "signal(2, (void (*)(int))count); assert(1);", UNKNOWN),
    ("pthread", "pthread_t t; pthread_create(&t, 0, 0, 0); assert(1);", UNKNOWN),
    ("ucontext", "ucontext_t c; getcontext(&c); assert(1);", UNKNOWN),
    ("ftw", "ftw(\"x\", 0, 1); assert(1);", UNKNOWN),
    // ----- Results -----
    ("inttypes", "assert(imaxabs(-5) == 5);", TRUE),
    ("inttypes", "assert(imaxabs(-5) == -5);", FALSE),
    ("arpa/inet", "assert(htonl(0x01020304) == 0x04030201 && ntohs(0x0102) == 0x0201);", TRUE),
    ("arpa/inet", "assert(ntohl(1) == 1);", FALSE),
    ("stdlib", "unsigned s = 1; int r = rand_r(&s); assert(r >= 0);", TRUE),
    ("stdlib", "unsigned s = 1; rand_r(&s); assert(s == 1);", UNKNOWN),
    ("unistd", "assert(sleep(2) <= 2);", TRUE),
    ("unistd", "assert(sleep(2) == 0);", FALSE),
    ("unistd", "assert(getpid() == getpid() && getpid() > 0);", TRUE),
    ("unistd", "assert(getpid() == 1);", FALSE),
    ("stdlib", "char *s = getenv(\"x\"); assert(!s);", FALSE),
    ("stdio", "int c = getchar(); assert(c >= -1 && c <= 255);", TRUE),
    // Only the sign of a comparison is specified.
    ("string", "assert(strcmp(\"a\", \"c\") == -2);", FALSE),
    ("string", "assert(strcmp(\"a\", \"c\") == -1);", FALSE),
    ("string", "int d = strcmp(\"a\", \"c\"); assert(d < 0 && strcmp(\"c\", \"a\") > 0);", TRUE),
    ("string", "assert(!strcmp(\"a\", \"a\") && 0 == memcmp(\"ab\", \"ac\", 1));", TRUE),
    (
        "string",
        "int d = memcmp(\"a\", \"c\", 1), e = strncmp(\"a\", \"a\", 1); assert(d < 0 && e == 0);",
        TRUE,
    ),
    ("string", "assert(memcmp(\"a\", \"c\", 1) > -3);", FALSE),
    ("strings", "assert(bcmp(\"a\", \"c\", 1) < 0);", FALSE),
    ("strings", "int d = bcmp(\"a\", \"c\", 1); assert(d != 0);", TRUE),
];

/// The common start of the programs.
const COMMON: &str = "#include <assert.h>
static int calls;
static void count(void) { calls++; }
static void fail(void) { assert(calls == 1); }
int nondet(void);
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int counting(const void *a, const void *b) {
    calls++;
    return by_value(a, b);
}
static int by_nothing(const void *a, const void *b) { return 0; }
";

fn program(headers: &str, body: &str) -> String {
    let includes: String =
        headers.split(',').map(|header| format!("#include <{header}.h>\n")).collect();
    format!("#define _GNU_SOURCE\n{includes}{COMMON}int main(void) {{ {body} }}\n")
}

#[test]
fn library_functions_do_what_they_are_documented_to() {
    in_parallel(4, PROGRAMS.to_vec(), |(headers, body, expected)| {
        let text = program(headers, body);
        let args = ["verify", "FILE", "--property", "unreach-call,assertion", "--timeout", "100"];
        let run = lemmatic_on("a.c", text.as_bytes(), &args);
        let result = run.last_line().strip_prefix("result: ").unwrap_or_default();
        assert!(result.starts_with(expected), "{body}\n{}{}", run.stdout, run.stderr);
    });
}

/// Memory accesses of library functions, by text of `main` and expected result.
const ACCESSES: &[(&str, &str, &str)] = &[
    ("unistd", "int p[1]; pipe(p);", "FALSE(valid-deref)"),
    ("unistd", "char b[4]; read(0, b, 5);", "FALSE(valid-deref)"),
    ("unistd", "char b[4]; read(0, b, 4);", TRUE),
    ("unistd", "char b[4]; write(1, b, 5);", "FALSE(valid-deref)"),
    ("stdlib", "char b[1] = {'a'}; getenv(b);", "FALSE(valid-deref)"),
    ("stdlib", "char b[2] = {'a'}; getenv(b);", TRUE),
    ("time", "localtime_r(0, 0);", "FALSE(valid-deref)"),
    // These point to readable memory of unknown size.
    ("stdlib", "char *s = getenv(\"x\"); if (s && s[0] == 'a') calls++;", UNKNOWN),
    ("string", "char *s = strerror(2); if (s[0] == 'a') calls++;", UNKNOWN),
    ("stdlib", "char *s = getenv(\"x\"); if (!s) *s = 1;", "FALSE(valid-deref)"),
    ("stdlib", "char *s = getenv(\"x\"); if (s) calls++;", TRUE),
    ("stdio", "char b[1]; FILE *f = fopen(\"x\", \"r\"); if (f) b[1] = 1;", "FALSE(valid-deref)"),
    ("sys/wait", "waitpid(0, 0, 0);", TRUE),
    ("stdio", "char b[4]; sprintf(b, \"%d\", nondet() % 100);", TRUE),
    ("stdio", "char b[3]; sprintf(b, \"%d\", nondet() % 100);", "FALSE(valid-deref)"),
    ("stdio", "char b[4]; snprintf(b, 5, \"%s\", \"abcd\");", "FALSE(valid-deref)"),
    ("stdio", "char b[4]; snprintf(b, 4, \"%s\", \"abcdef\");", TRUE),
    ("stdio", "char b[3]; sscanf(\"abc\", \"%s\", b);", "FALSE(valid-deref)"),
    ("stdio", "char b[3]; sscanf(\"abc\", \"%2s\", b);", TRUE),
];

/// Calls of library functions as their manuals allow them, with contents left open: what the
/// functions do themselves is safe.
const ALLOWED: &[(&str, &str)] = &[
    ("string", "char a[3], b[3]; a[2] = 0; strcpy(b, a); strcmp(a, b); strchr(b, nondet());"),
    ("string", "char a[3], b[8]; a[2] = 0; b[nondet() & 3] = 0; b[3] = 0; strcat(b, a);"),
    ("string", "char a[3], b[3]; a[2] = 0; unsigned n = nondet(); if (n <= 3) strncpy(b, a, n);"),
    ("string", "char a[3], b[4]; a[2] = 0; unsigned n = nondet(); if (n <= 4) strlcpy(b, a, n);"),
    (
        "string",
        "char a[4]; a[3] = 0; for (char *p = strtok(a, \",;\"); p; p = strtok(0, \",;\")) ;",
    ),
    (
        "string,stdlib",
        "char a[3]; a[2] = 0; char *p = strdup(a), *q = strndup(a, 1); free(p); free(q);",
    ),
    ("stdlib", "char a[4], *e; a[3] = 0; long n = strtol(a, &e, nondet()); if (e == a) n = 0;"),
    ("stdlib", "char a[3]; a[2] = 0; double x = strtod(a, 0);"),
    ("stdio", "char a[2], w[2]; a[1] = 0; sscanf(a, \"%1[a-z]\", w);"),
    ("stdio", "char b[4]; unsigned n = nondet(); if (n <= 4) snprintf(b, n, \"%03u|\", n);"),
    (
        "stdlib",
        "int a[3]; qsort(a, 3, sizeof *a, by_nothing); bsearch(a, a, 3, sizeof *a, by_nothing);",
    ),
    ("stdlib,math", "double x = nondet(); int e; frexp(x, &e); ldexp(x, nondet()); ilogb(x);"),
];

#[test]
fn library_functions_are_safe_as_they_are_meant_to_be_used() {
    in_parallel(4, ALLOWED.to_vec(), |(headers, body)| {
        let text = program(headers, body);
        let properties = "valid-deref,no-overflow,bounds,valid-free";
        let args = ["verify", "FILE", "--property", properties, "--timeout", "300"];
        let run = lemmatic_on("a.c", text.as_bytes(), &args);
        assert_eq!(run.last_line(), "result: TRUE", "{body}\n{}{}", run.stdout, run.stderr);
    });
}

#[test]
fn accesses_of_library_functions_are_checked() {
    in_parallel(4, ACCESSES.to_vec(), |(headers, body, expected)| {
        let text = program(headers, body);
        let args = ["verify", "FILE", "--property", "valid-deref", "--timeout", "100"];
        let run = lemmatic_on("a.c", text.as_bytes(), &args);
        let result = run.last_line().strip_prefix("result: ").unwrap_or_default();
        assert!(result.starts_with(expected), "{body}\n{}{}", run.stdout, run.stderr);
    });
}

#[test]
fn a_program_keeps_its_own_definitions() {
    let text = "#include <assert.h>
        int pipe(int *p) { return p[0]; }
        int select(int n);
        int main(void) { int p[2] = {7, 7}; select(1); assert(pipe(p) == 7 && p[1] == 7); }";
    let args = ["verify", "FILE", "--property", "unreach-call,assertion"];
    lemmatic_on("a.c", text.as_bytes(), &args).check("result: TRUE", 0);
    let variable = "#include <assert.h>
        char exit = 1;
        int main(void) { exit++; assert(exit == 2); }";
    lemmatic_on("a.c", variable.as_bytes(), &args).check("result: TRUE", 0);
}

#[test]
fn a_replay_says_what_it_cannot_set() {
    let text = program("unistd", "char b = 1; read(0, &b, 1); assert(b == 1);");
    let folder = tempfile::tempdir().unwrap();
    let replay = folder.path().join("replay.c");
    let args = ["verify", "FILE", "--replay-c", replay.to_str().unwrap()];
    let run = lemmatic_on("a.c", text.as_bytes(), &args);
    run.check("result: FALSE(assertion)", 10);
    let note = "the C file cannot set what the system does: read";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    let written = std::fs::read_to_string(&replay).unwrap();
    assert!(written.contains("which a file cannot set: read."), "{written}");
    assert!(!written.contains("read()"), "{written}");
}

/// Unknown functions, by declarations, text of `main` and results without and with `--externals
/// havoc`.
const UNKNOWN_FUNCTIONS: &[(&str, &str, &str, &str)] = &[
    ("void f(int *p);", "int x = 1; f(&x); assert(x == 1);", TRUE, FALSE),
    ("void f(int *p);", "int x = 1, y = 1; f(&x); assert(y == 1);", TRUE, TRUE),
    ("void f(int *p);", "int x[3] = {1, 1, 1}; f(x + 1); assert(x[2] == 1);", TRUE, UNKNOWN),
    ("void f(int *p);", "int x[3] = {1, 1, 1}; f(&x[1]); assert(x[2] == 1);", TRUE, FALSE),
    ("void f(void); int g = 1;", "f(); assert(g == 1);", TRUE, FALSE),
    ("void f(void); static int g = 1;", "f(); assert(g == 1);", TRUE, TRUE),
    (
        "void f(void); static int g = 1; int *h(void) { return &g; }",
        "f(); assert(g == 1);",
        TRUE,
        FALSE,
    ),
    ("void f(void); const int g = 1;", "f(); assert(g == 1);", TRUE, TRUE),
    ("void f(const char *s); static int g = 1;", "f(\"x\"); f(0); assert(g == 1);", TRUE, TRUE),
    ("void f(void); int *g;", "f(); assert(!g);", TRUE, UNKNOWN),
    ("int f(int x);", "assert(f(1) == 7);", FALSE, FALSE),
];

#[test]
fn unknown_functions_do_what_the_user_says() {
    in_parallel(4, UNKNOWN_FUNCTIONS.to_vec(), |(declarations, body, pure, havoc)| {
        let text = format!("#include <assert.h>\n{declarations}\nint main(void) {{ {body} }}\n");
        for (externals, expected) in [("pure", pure), ("havoc", havoc)] {
            let property = ["--property", "unreach-call,assertion"];
            let options = ["--externals", externals, "--timeout", "100"];
            let args = [&["verify", "FILE"], &property[..], &options].concat();
            let run = lemmatic_on("a.c", text.as_bytes(), &args);
            let result = run.last_line().strip_prefix("result: ").unwrap_or_default();
            assert!(
                result.starts_with(expected),
                "{externals}: {text}\n{}{}",
                run.stdout,
                run.stderr
            );
        }
    });
}
