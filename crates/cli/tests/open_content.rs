//! What C leaves open about the content of objects, and which objects must not change: each program has
//! a twin that does not depend on it.

mod common;

use common::{in_parallel, lemmatic_on};

const FALSE: &str = "FALSE";
const TRUE: &str = "TRUE";
/// Why does not matter.
const UNKNOWN: &str = "UNKNOWN";

const PRELUDE: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int in(void);
";

/// Checks the answer about a property for programs by declarations, text of `main` and result: that of the
/// default run, and of an engine that works on the model of memory.
fn check_all(property: &str, programs: &[(&'static str, &'static str, &'static str)]) {
    in_parallel(4, programs.to_vec(), |(declarations, body, expected)| {
        let text = format!("{PRELUDE}{declarations}\nint main(void) {{ {body} }}\n");
        for engine in ["", "--engine=bmc"] {
            let mut args = vec!["verify", "FILE", "--timeout", "100", "--property", property];
            args.extend((!engine.is_empty()).then_some(engine));
            let run = lemmatic_on("a.c", text.as_bytes(), &args);
            let result = run.last_line().strip_prefix("result: ").unwrap_or_default();
            let agrees = result.starts_with(expected);
            assert!(agrees, "{engine} {declarations}\n{body}\n{}{}", run.stdout, run.stderr);
        }
    });
}

#[test]
fn padding_of_initialised_variables_is_open() {
    let byte = "unsigned char byte(const void *p, int i) { return ((const unsigned char *) p)[i]; }
                struct bits { unsigned a : 3, : 2, b : 2; };
                struct wide { unsigned a : 12, b : 9; char c; };
                struct real { long double x; int y; };
                struct pair { char c; int i; };";
    check_all(
        "assertion",
        &[
            (byte, "struct bits s = {1, 1}; assert(byte(&s, 0) == 33);", FALSE),
            (byte, "struct bits s = {1, 1}; assert((byte(&s, 0) & 0x67) == 33);", TRUE),
            (byte, "struct bits s = {1, 1}; assert(byte(&s, 1) == 0);", FALSE),
            (byte, "struct bits s = {1}; assert((byte(&s, 0) & 0x67) == 1);", TRUE),
            (byte, "struct bits s = {}; assert(byte(&s, 0) == 0 && byte(&s, 3) == 0);", TRUE),
            (byte, "static struct bits s = {1, 1}; assert(byte(&s, 0) == 33);", TRUE),
            (byte, "struct bits s; memset(&s, 0, 4); s.a = 1; assert(byte(&s, 0) == 1);", TRUE),
            (byte, "struct wide s = {0xfff, 1, 2}; assert(byte(&s, 2) < 32);", FALSE),
            (byte, "struct wide s = {0xfff, 1, 2}; assert((byte(&s, 2) & 31) == 0);", TRUE),
            (byte, "struct wide s = {0xfff, 1, 2}; assert(byte(&s, 1) == 31);", TRUE),
            (byte, "struct wide s = {0xfff, 1, 2}; assert(byte(&s, 3) == 2 && s.b == 1);", TRUE),
            (byte, "struct real s = {1, 2}; assert(byte(&s, 10) == 0);", FALSE),
            (byte, "struct real s = {1, 2}; assert(byte(&s, 9) == 0x3f && s.y == 2);", TRUE),
            (
                byte,
                "struct pair s[1200] = {[0 ... 1199] = {1, 2}}; assert(!byte(s + 9, 1));",
                FALSE,
            ),
            (byte, "struct pair s[1200] = {[0 ... 1199] = {1}}; assert(!s[1100].i);", TRUE),
            (byte, "struct pair s[1200] = {[9] = {1, 2}}; assert(!byte(s + 8, 1));", TRUE),
            (byte, "struct pair s[1200] = {[9] = {1, 2}}; assert(!byte(s + 9, 1));", FALSE),
            (byte, "struct pair s[1 << 28] = {[9] = {1, 2}}; assert(s[9].i == 2);", TRUE),
        ],
    );
}

/// gcc copies members one by one where it likes.
#[test]
fn padding_of_assigned_records_is_open() {
    let pair = "unsigned char byte(const void *p, int i) { return ((const unsigned char *) p)[i]; }
                struct bits { unsigned a : 3, : 2, b : 2; };
                struct pair { char c; int i; };
                struct many { struct pair p[3]; char last; };
                union both { struct pair p; char c[8]; };
                struct real { long double x; };
                void take(struct pair p) { assert(byte(&p, 1) == 5); }
                void see(struct pair p) { assert(byte(&p, 0) == 5 && byte(&p, 4) == 5); }
                struct pair five(void) { struct pair p; memset(&p, 5, 8); return p; }";
    check_all(
        "assertion",
        &[
            (pair, "struct pair a, b; memset(&a, 5, 8); b = a; assert(byte(&b, 1) == 5);", FALSE),
            (pair, "struct pair a, b; memset(&a, 5, 8); b = a; assert(byte(&b, 7) == 5);", TRUE),
            (pair, "struct pair a, b; memset(&a, 5, 8); b = a; assert(byte(&a, 1) == 5);", TRUE),
            (
                pair,
                "struct pair a, b; memset(&a, 5, 8); memcpy(&b, &a, 8); assert(byte(&b, 1) == 5);",
                TRUE,
            ),
            (pair, "struct pair a, b; memset(&b, 5, 8); a = b; assert(!memcmp(&a, &b, 8));", FALSE),
            (pair, "struct pair a; memset(&a, 5, 8); take(a);", FALSE),
            (pair, "struct pair a; memset(&a, 5, 8); see(a);", TRUE),
            (pair, "struct pair a = five(); assert(byte(&a, 3) == 5);", FALSE),
            (pair, "struct pair a = five(); assert(byte(&a, 4) == 5);", TRUE),
            (
                pair,
                "struct pair *p = malloc(8), a = five(); *p = a; assert(byte(p, 2) == 5);",
                FALSE,
            ),
            (
                pair,
                "struct pair *p = malloc(8), a = five(); *p = a; assert(p->i == 0x5050505);",
                TRUE,
            ),
            (pair, "struct many a, b; memset(&a, 5, 28); b = a; assert(byte(&b, 17) == 5);", FALSE),
            (pair, "struct many a, b; memset(&a, 5, 28); b = a; assert(byte(&b, 20) == 5);", TRUE),
            (pair, "struct many a, b; memset(&a, 5, 28); b = a; assert(byte(&b, 25) == 5);", FALSE),
            (pair, "union both a, b; memset(&a, 5, 8); b = a; assert(byte(&b, 1) == 5);", TRUE),
            (pair, "struct bits a, b; memset(&a, 0, 4); b = a; assert(byte(&b, 0) == 0);", FALSE),
            (
                pair,
                "struct bits a, b; memset(&a, 0, 4); b = a; assert(!(byte(&b, 0) & 0x67));",
                TRUE,
            ),
            (
                pair,
                "struct bits a, b; memset(&a, 0, 4); b = a; assert(b.a == 0 && b.b == 0);",
                TRUE,
            ),
            (pair, "struct real a, b; memset(&a, 0, 16); b = a; assert(byte(&b, 12) == 0);", FALSE),
            (pair, "struct real a, b; memset(&a, 0, 16); b = a; assert(byte(&b, 9) == 0);", TRUE),
        ],
    );
}

/// C leaves them unspecified, but gcc and clang keep them, and programs rely on it.
#[test]
fn a_store_to_a_member_of_a_union_keeps_the_other_bytes() {
    let union = "union u { char c; int i; } v;";
    check_all(
        "assertion",
        &[
            (union, "v.i = -1; v.c = 1; assert(v.i == 0xffffff01);", TRUE),
            (union, "v.i = -1; v.c = 1; assert(v.i == 1);", FALSE),
        ],
    );
}

#[test]
fn the_rest_of_a_union_is_open() {
    let union = "union u { char c; int i; };
                 union t { int *p; char *q; } __attribute__((transparent_union));
                 union b { unsigned f : 3; unsigned i; };";
    check_all(
        "assertion",
        &[
            (union, "char x = 1; union u v = (union u) x; assert(v.i == 1);", FALSE),
            (union, "char x = 1; union u v = (union u) x; assert(v.c == 1);", TRUE),
            (union, "int x = 300; union u v = (union u) x; assert(v.i == 300 && v.c == 44);", TRUE),
            (union, "unsigned x = 9; union b v = (union b) x; assert(v.i == 9);", TRUE),
        ],
    );
}

#[test]
fn constant_objects_do_not_change() {
    let write = "struct s { int a, b; };
                 void put(const int *p) { *(int *) p = 7; }
                 void once(const int x) { put(&x); }
                 int sum(const int x) { const int *p = &x; return *p + 1; }
                 void down(int n) { const int x = n; if (n) down(n - 1); else put(&x); }";
    check_all(
        "valid-deref",
        &[
            (write, "const int x = 1; *(int *) &x = 2;", FALSE),
            (write, "int x = 1; *(int *) &x = 2;", TRUE),
            (write, "const int x = in(); put(&x);", FALSE),
            (write, "int x = in(); put(&x);", TRUE),
            (write, "const int x; put(&x);", FALSE),
            (write, "const volatile int x = 1; *(volatile int *) &x = 2;", TRUE),
            (write, "const struct s x = {1, 2}; ((struct s *) &x)->b = 3;", FALSE),
            (write, "const struct s x = {1, 2}, y = x; assert(y.b == 2);", TRUE),
            (write, "const int x[2] = {1, 2}; memset((int *) x + 1, 0, 4);", FALSE),
            (write, "const int x[2] = {1, 2}; int y[2]; memcpy(y, x, 8);", TRUE),
            (write, "once(1);", FALSE),
            (write, "return sum(1) + sum(in());", TRUE),
            (write, "put(&(const int) {1});", FALSE),
            (write, "put(&(int) {1});", TRUE),
            (write, "put((const int[]) {1, 2} + 1);", FALSE),
            (write, "for (int i = 0; i < 3; i++) { const int x = i; int y = x; put(&y); }", TRUE),
            (write, "for (int i = 0; i < 3; i++) { const int x = i; if (i == 2) put(&x); }", FALSE),
            (
                write,
                "const int *p = 0; for (int i = 0; i < 3; i++) { const int x = i; if (p) break;
                 int y = 0; p = in() ? &x : &y; put(p); }",
                FALSE,
            ),
            (write, "down(2);", FALSE),
            (write, "int i = 0; while (sum((const int) {i}) < 3) i++;", TRUE),
            (write, "int n = 3; const int x[n]; put(x);", UNKNOWN),
            (write, "int n = 3; int x[n]; put(x);", TRUE),
            ("const int *p = &(const int) {1};", "*(int *) p = 3;", FALSE),
            ("const int *p = &(int) {1};", "*(int *) p = 3;", TRUE),
        ],
    );
    check_all(
        "assertion",
        &[
            (write, "const int x = 1; put(&x); assert(0);", TRUE),
            (write, "int x = 1; put(&x); assert(x == 1);", FALSE),
            (write, "const int x = in(); assert(sum(x) != 5);", FALSE),
        ],
    );
}

#[test]
fn equal_constant_literals_may_be_one_object() {
    let wide = "const int *a = (const int[]) {1, 2}, *b = (const int[]) {1, 2};";
    check_all(
        "assertion",
        &[
            (wide, "assert(a != b);", UNKNOWN),
            (wide, "assert(a != b || a[1] == 2);", TRUE),
            ("", "const char *p = (const char[]) {\"abc\"}; assert(p != \"abc\");", UNKNOWN),
            ("", "const char *p = (char[]) {\"abc\"}; assert(p != \"abc\");", TRUE),
            ("", "const int x = 1, y = 1; assert(&x != &y);", TRUE),
        ],
    );
}

/// Content that nobody stored may be an address by chance; no run of the interpreter shows that.
#[test]
fn content_that_nobody_stored_may_be_an_address() {
    check_all(
        "assertion",
        &[
            (
                "",
                "void *p, *q = &p; if (in()) { p = q; } else { assert(p != q); }",
                "UNKNOWN(incomplete",
            ),
            (
                "",
                "void **p = malloc(sizeof *p); if (in()) { *p = p; } else { assert(*p != p); }",
                "UNKNOWN(incomplete",
            ),
            ("", "void *p = 0, *q = &p; if (in()) { p = q; } else { assert(p != q); }", TRUE),
        ],
    );
}

#[test]
fn generators_repeat_themselves() {
    check_all(
        "assertion",
        &[
            ("", "srand(1); int a = rand(); srand(1); int b = rand(); assert(a == b);", UNKNOWN),
            ("", "int a = random(); srandom(1); int b = random(); assert(a == b);", UNKNOWN),
            ("", "srand48(1); int a = mrand48(); srand48(1); assert(a == mrand48());", UNKNOWN),
            (
                "",
                "srand(1); int a = rand(); srand(1); int b = rand(); assert(a + 1u > b || b);",
                TRUE,
            ),
            ("", "srand(1); srand(in()); int a = rand(), b = rand(); assert(a == b);", FALSE),
            ("", "int a = rand(), b = rand(); assert(a == b);", FALSE),
            ("", "int a = rand(); assert(a != 5); srand(1);", FALSE),
        ],
    );
}
