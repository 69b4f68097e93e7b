//! `--function`: a program that starts at any function, with arbitrary arguments and globals.

mod common;

use common::lemmatic_on;

/// Verifies a program from a function `f` on; returns the output.
#[track_caller]
fn check(program: &str, property: &str, result: &str) -> String {
    let text = format!("#include <assert.h>\n{program}\n");
    let args = ["verify", "FILE", "--function", "f", "--property", property];
    let run = lemmatic_on("anywhere.c", text.as_bytes(), &args);
    let code = match &result[..4] {
        "TRUE" => 0,
        "FALS" => 10,
        _ => 5,
    };
    run.check(&format!("result: {result}"), code);
    run.stdout + &run.stderr
}

const NODE: &str = "struct node { int x; struct node *next; };";

#[test]
fn numbers_are_arbitrary() {
    check("int f(int x) { return x < 5 ? x + 1 : x; }", "no-overflow", "TRUE");
    let said = check("int f(int x) { return x + 1; }", "no-overflow", "FALSE(no-overflow)");
    assert!(said.contains("violated: anywhere.c:2:23: signed overflow in 'x + 1'"), "{said}");
    assert!(said.contains("the program itself fails so"), "{said}");
    check("void f(double x) { assert(x == x); }", "assertion", "FALSE(assertion)");
    check("void f(_Bool b) { assert(b == 0 || b == 1); }", "assertion", "TRUE");
}

#[test]
fn static_functions() {
    check("static int f(char c) { return c + 1; }", "no-overflow", "TRUE");
    check("static int f(int i) { return -i; }", "no-overflow", "FALSE(no-overflow)");
}

#[test]
fn globals_are_arbitrary_and_constants_are_not() {
    check("int g = 3; void f(void) { assert(g == 3); }", "assertion", "FALSE(assertion)");
    check("static int g; void f(void) { assert(!g); }", "assertion", "FALSE(assertion)");
    check("void f(void) { static int n; assert(n++ != 7); }", "assertion", "FALSE(assertion)");
    check("const int g = 3; void f(void) { assert(g == 3); }", "assertion", "TRUE");
    check("typedef const int c; c g = 3; void f(void) { assert(g == 3); }", "assertion", "TRUE");
    check("const char t[] = \"ab\"; void f(void) { assert(t[1] == 'b'); }", "assertion", "TRUE");
    check("int *const p = 0; void f(void) { assert(!p); }", "assertion", "TRUE");
    // The pointer may change, but not its target.
    let other = "const int *p = 0; void f(void) { assert(!p); }";
    check(other, "assertion", "FALSE(assertion)");
    let device = "const volatile int port = 1; void f(void) { assert(port == 1); }";
    check(device, "assertion", "FALSE(assertion)");
}

#[test]
fn pointers_are_null_or_have_an_object() {
    let said = check("int f(int *p) { return *p; }", "valid-deref", "FALSE(valid-deref)");
    assert!(said.contains("invalid read of '*p'"), "{said}");
    let said = check("int f(int *p) { return p ? *p : 0; }", "valid-deref", "TRUE");
    assert!(said.contains("null or to have an object of their own"), "{said}");
    let second = "int f(int *p) { return p ? p[1] : 0; }";
    check(second, "valid-deref", "FALSE(valid-deref)");
    check("int *p; void f(void) { if (p) *p = 1; }", "valid-memsafety", "TRUE");
    check("int f(int *p) { if (p) assert(*p != 3); }", "assertion", "FALSE(assertion)");
    check("int f(int **p) { return p && *p ? **p : 0; }", "valid-memsafety", "TRUE");
    check("int f(int **p) { return p ? **p : 0; }", "valid-deref", "FALSE(valid-deref)");
    check("int f(void *p) { return p == 0; }", "all", "TRUE");
    let byte = "void f(void *p) { if (p) *(char *)p = 1; }";
    check(byte, "valid-deref", "FALSE(valid-deref)"); // it may have no bytes
}

#[test]
fn far_objects_are_not_modelled() {
    let list = "int f(struct node *n) { while (n) n = n->next; return 0; }";
    let unknown = "UNKNOWN(unsupported: an arbitrary pointer deep inside of 'n')";
    check(&format!("{NODE} {list}"), "valid-memsafety", unknown);
    let third = "void f(struct node *n) { if (n && n->next) assert(n->next->x != 3); }";
    check(&format!("{NODE} {third}"), "assertion", "FALSE(assertion)");
}

#[test]
fn records() {
    let pair = "struct pair { int a, b; };";
    let sum = "int f(struct pair p) { return p.a + p.b; }";
    check(&format!("{pair} {sum}"), "no-overflow", "FALSE(no-overflow)");
    let average = "long f(struct pair p) { return ((long)p.a + p.b) / 2; }";
    check(&format!("{pair} {average}"), "no-overflow", "TRUE");
    let inside = "struct box { int *p; int n; }; int f(struct box b) { return b.p ? *b.p : 0; }";
    check(inside, "valid-memsafety", "TRUE");
    // A union need not hold its pointer.
    let union = "union u { int *p; long x; }; void f(union u v) { assert(v.x != 5); }";
    check(union, "assertion", "FALSE(assertion)");
}

#[test]
fn functions_are_those_of_the_program() {
    let calls = "static int one(int x) { return x > 0; } int (*const known)(int) = one;
        int f(int (*g)(int)) { if (g) assert(g(5) == 1); return 0; }";
    check(calls, "assertion", "TRUE");
    let wrong = calls.replace("x > 0", "x > 7");
    check(&wrong, "assertion", "FALSE(assertion)");
    let said = check("int f(int (*g)(int)) { assert(!g); return 0; }", "assertion", "TRUE");
    assert!(said.contains("'g' is taken to be null: no function of its type is known"), "{said}");
}

#[test]
fn there_must_be_one() {
    let args = ["verify", "FILE", "--function", "g"];
    let run = lemmatic_on("anywhere.c", b"int g(int); int f(void) { return 0; }\n", &args);
    assert_eq!(run.stderr, "error: anywhere.c: there is no function 'g' with a body\n");
    assert_eq!(run.code, Some(6));
    let args = ["verify", "FILE", "--function", "f", "--replay-c", "replay.c"];
    let run = lemmatic_on("anywhere.c", b"int f(void) { return 0; }\n", &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}
