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
