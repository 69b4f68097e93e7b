//! What is checked if nobody says so, what every answer says about that, and warnings where a proof says
//! nothing.

mod common;

use common::{Run, lemmatic_on};

#[track_caller]
fn verify(program: &str, options: &[&str], result: &str) -> Run {
    let args = [&["verify", "FILE"], options].concat();
    let run = lemmatic_on("a.c", program.as_bytes(), &args);
    let code = match &result[..4] {
        "TRUE" => 0,
        "FALS" => 10,
        _ => 5,
    };
    run.check(&format!("result: {result}"), code);
    run
}

#[track_caller]
fn main_of(body: &str, result: &str) -> Run {
    let text = format!(
        "#include <stdlib.h>\n#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n\
         extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\
         int main(void) {{\n{body}\n}}\n"
    );
    verify(&text, &[], result)
}

#[test]
fn unsafe_programs_are_found_without_an_option() {
    main_of("char *p = malloc(3); p[3] = 1; return 0;", "FALSE(valid-deref)");
    main_of("char *p = malloc(3); free(p); free(p); return 0;", "FALSE(valid-free)");
    main_of("int a[3] = {0}; return a[__VERIFIER_nondet_int()];", "FALSE(bounds)");
    main_of("int x = __VERIFIER_nondet_int(); return x + 1 > x;", "FALSE(no-overflow)");
    main_of("return 1 / __VERIFIER_nondet_int();", "FALSE(division-by-zero)");
    main_of("return 1u << __VERIFIER_nondet_int();", "FALSE(shift)");
    main_of("double d = 1e300; return (int)d;", "FALSE(undefined)");
    main_of("assert(__VERIFIER_nondet_int() != 7); return 0;", "FALSE(assertion)");
    // Memory that is alive at the end is no mistake by itself.
    let run = main_of("char *p = malloc(3); p[2] = 1; return 0;", "TRUE");
    assert!(run.stdout.contains("; not checked: leaks\n"), "{}", run.stdout);
    let run = main_of("int a[3] = {0}; return a[2];", "TRUE");
    assert!(!run.stdout.contains("leaks"), "{}", run.stdout);
}

#[test]
fn values_that_were_never_set_matter_where_they_decide() {
    let bad = [
        ("int x; return x;", "return of uninitialised 'x' from 'main'"),
        ("int x; if (x) return 1; return 0;", "branch on uninitialised 'x'"),
        ("int *p; return *p;", "access through uninitialised 'p'"),
        ("int a[2] = {0}; int i; return a[i & 1];", "uninitialised 'i'"),
        ("int x; printf(\"%d\", x); return 0;", "output of uninitialised 'x'"),
        ("int x; if (__VERIFIER_nondet_int()) x = 1; return x;", "return of uninitialised 'x'"),
        ("int x; int y = x + 1u; assert(y); return 0;", "uninitialised 'x'"),
        ("for (int i = 0; i < 2; i++) { int x; if (i) return x; x = 1; } return 0;", "'x'"),
    ];
    for (body, message) in bad {
        let run = main_of(body, "FALSE(uninitialised)");
        assert!(run.stdout.contains(message), "{body}\n{}", run.stdout);
    }
    let good = [
        "int x; int y = x; x = y; return 0;",
        "int x; if (__VERIFIER_nondet_int()) x = 1; else x = 2; return x;",
        "int x, set = 0; if (__VERIFIER_nondet_int()) { x = 1; set = 1; } return set ? x : 0;",
        "struct { char a; int b; } s, t; s.a = 1; t = s; return t.a;",
        "unsigned char a[4], b[4]; a[0] = 1; memcpy(b, a, 4); return b[0];",
        "int x; for (int i = 0; i < 3; i++) { if (i == 0) x = 5; else x++; } return x;",
    ];
    for body in good {
        main_of(body, "TRUE");
    }
}

#[test]
fn memory_that_was_never_set_matters_where_it_decides() {
    let bad = [
        ("int a[4]; return a[2];", "return of uninitialised 'a[2]' from 'main'"),
        ("int a[4]; a[1] = 1; if (a[2]) return 1; return 0;", "branch on uninitialised 'a[2]'"),
        (
            "int a[4], i = __VERIFIER_nondet_int() & 3; a[i] = 1; return a[0];",
            "return of uninitialised 'a[0]'",
        ),
        (
            "int a[4]; for (int i = 0; i < 3; i++) a[i] = i; \
             return a[__VERIFIER_nondet_int() & 3];",
            "return of uninitialised part of 'a'",
        ),
        ("int x, *p = &x; return *p;", "uninitialised 'x'"),
        ("struct { int a, b; } s; s.a = 1; return s.b;", "uninitialised 's.b'"),
        ("struct { int a, b; } s, t; s.a = 1; t = s; return t.b;", "uninitialised 't.b'"),
        ("int *p = malloc(8); p[0] = 1; return p[1];", "memory that line 8 allocates"),
        ("int a[2], *p = a; p++; *p = 7; return *--p;", "part of 'a'"),
        ("char a[3] = {0}; char i[2]; return a[i[1] & 1];", "uninitialised 'i[1]'"),
    ];
    for (body, message) in bad {
        let run = main_of(body, "FALSE(uninitialised)");
        assert!(run.stdout.contains(message), "{body}\n{}", run.stdout);
    }
    let good = [
        "int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return a[__VERIFIER_nondet_int() & 3];",
        "int a[4], *p = a; while (p < a + 4) *p++ = 1; return a[3];",
        "int a[4]; memset(a, 0, sizeof a); return a[1];",
        "int a[4], b[4]; memset(a, 0, sizeof a); memcpy(b, a, sizeof a); return b[1];",
        // Whoever has a pointer may set the memory.
        "int x; set(&x); return x;",
        "int a[2]; int *p = __VERIFIER_nondet_int() ? a : a + 1; p[0] = 1; return a[0] & 0;",
        "int x; int *p[1] = {&x}; *p[0] = 1; return x;",
        // Unions, bit-fields and padding.
        "union { char c; int i; } u; u.i = 0; u.c = 1; return u.i;",
        "union { char c[4]; int i; } u; u.c[0] = 1; if (u.i) return 1; return 0;",
        "struct { unsigned a : 3, b : 5; } s; s.a = 1; s.b = 2; return s.a + s.b;",
        "struct { char c; int i; } s; unsigned char *p = (unsigned char *)&s; \
         s.c = 1; s.i = 2; return p[1] & 0;",
        "struct { char c; int i; } s, t; s.c = 1; t = s; \
         unsigned char *p = (unsigned char *)&t; return p[2] & 0;",
        "struct pair s, t; s.a = 1; t = id(s); return t.a;",
        // Each life has its own content.
        "for (int i = 0; i < 2; i++) { int z[2]; z[i] = 1; if (z[i] != 1) return 1; } return 0;",
        "int *p = malloc(8); p[1] = 1; int r = p[1]; free(p); return r;",
        "int *p = calloc(2, 4); return p[1];",
    ];
    for body in good {
        verify(
            &format!(
                "#include <stdlib.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void);\n\
                 struct pair {{ int a, b; }};\nstatic void set(int *p) {{ *p = 1; }}\n\
                 static struct pair id(struct pair p) {{ return p; }}\n\
                 int main(void) {{ {body} }}\n"
            ),
            &["--property", "uninitialised"],
            "TRUE",
        );
    }
}

#[test]
fn narrow_questions_stay_narrow() {
    let text = "#include <stdlib.h>\n#include <assert.h>\nint main(void) { char *p = malloc(3); int x;\n\
                if (x) free(p); assert(p); p[7] = 1; return 0; }\n";
    let run = verify(text, &["--property", "assertion"], "TRUE");
    let expected = "checked: 1 check of 1 kind (assertion); not checked: memory accesses, frees, leaks, \
                    uninitialised values\n";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    verify(text, &["--property", "valid-free"], "TRUE");
    verify(text, &["--property", "uninitialised"], "FALSE(uninitialised)");
}

#[test]
fn proofs_that_say_nothing_come_with_a_warning() {
    let warned = |body: &str, what: &str| {
        let run = main_of(body, "TRUE");
        assert!(run.stdout.contains(&format!("warning: {what}")), "{body}\n{}", run.stdout);
    };
    let assertion = "no run reaches an assertion";
    let contradiction = "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5); \
                         __VERIFIER_assume(x < 3); assert(x == 4); return 0;";
    warned(contradiction, assertion);
    warned(
        "int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) assert(x == 4); return 0;",
        assertion,
    );
    warned(
        "__VERIFIER_assume(0); int x = __VERIFIER_nondet_int(); return x + 1;",
        "no run reaches any",
    );
    let fine = [
        "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == 123456789); assert(x > 5); return 0;",
        "assert(1); return 0;",
        "return 0;",
        "while (1) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) { assert(0); } }",
    ];
    for body in fine {
        let run = main_of(body, "TRUE");
        assert!(!run.stdout.contains("warning"), "{body}\n{}", run.stdout);
    }
    let error = "extern void reach_error(void); extern void __VERIFIER_assume(int);\n\
                 int main(void) { __VERIFIER_assume(0); reach_error(); return 0; }\n";
    let run = verify(error, &["--property", "unreach-call"], "TRUE");
    assert!(run.stdout.contains("warning: no run comes to an end"), "{}", run.stdout);
}
