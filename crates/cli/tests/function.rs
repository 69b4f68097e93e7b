//! `--function`: a program that starts at any function, called by a harness that is derived from it.

mod common;

use common::{Run, lemmatic, lemmatic_on};

/// Verifies a program from a function `f` on, with more options.
#[track_caller]
fn run(program: &str, options: &[&str], result: &str) -> String {
    let text =
        format!("#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n{program}\n");
    let args = [&["verify", "FILE", "--function", "f"], options].concat();
    let run = lemmatic_on("anywhere.c", text.as_bytes(), &args);
    let code = match &result[..4] {
        "TRUE" => 0,
        "FALS" => 10,
        _ => 5,
    };
    run.check(&format!("result: {result}"), code);
    run.stdout + &run.stderr
}

#[track_caller]
fn check(program: &str, property: &str, result: &str) -> String {
    run(program, &["--property", property], result)
}

/// Violations count that depend on what only callers know.
#[track_caller]
fn counted(program: &str, property: &str, result: &str) -> String {
    run(program, &["--property", property, "--guess", "code"], result)
}

const NODE: &str = "struct node { int x; struct node *next; };";

#[test]
fn numbers_are_arbitrary() {
    check("int f(int x) { return x < 5 ? x + 1 : x; }", "no-overflow", "TRUE");
    let said = check("int f(int x) { return x + 1; }", "no-overflow", "FALSE(no-overflow)");
    assert!(said.contains("violated: anywhere.c:4:23: signed overflow in 'x + 1'"), "{said}");
    assert!(said.contains("the program itself fails so"), "{said}");
    check("void f(double x) { assert(x == x); }", "assertion", "FALSE(assertion)");
    check("void f(_Bool b) { assert(b == 0 || b == 1); }", "assertion", "TRUE");
    let colour = "enum colour { RED, GREEN = 5 };";
    let known = format!("{colour} void f(enum colour c) {{ assert(c == RED || c == GREEN); }}");
    check(&known, "assertion", "TRUE");
}

#[test]
fn pointers_side_by_side_share_a_length() {
    let copy = |last: &str| {
        format!(
            "void f(unsigned char *to, const unsigned char *from, size_t len) {{
                for (size_t i = 0; i {last} len; i++) to[i] = from[i];
            }}"
        )
    };
    let said = check(&copy("<"), "valid-memsafety", "TRUE");
    assert!(said.contains("'to' points to 'len' elements, as the names suggest"), "{said}");
    assert!(said.contains("'from' points to 'len' elements, as the names suggest"), "{said}");
    check(&copy("<="), "valid-memsafety", "FALSE(valid-deref)");
    // The number belongs to the last pointer if they lead to different things.
    let other =
        "int f(int *state, const char *text, int len) { return *state + (len > 3 ? text[2] : 0); }";
    let said = check(other, "valid-deref", "TRUE");
    assert!(!said.contains("'state' points to 'len' elements"), "{said}");
}

#[test]
fn static_functions() {
    check("static int f(char c) { return c + 1; }", "no-overflow", "TRUE");
    check("static int f(int i) { return -i; }", "no-overflow", "FALSE(no-overflow)");
    // The program's own main is out of the way.
    check("static int f(char c) { return c; } int main(void) { return f(1); }", "all", "TRUE");
}

#[test]
fn globals_are_initial_or_arbitrary() {
    let global = "int g = 3; void f(void) { assert(g == 3); }";
    check(global, "assertion", "TRUE");
    let any = ["--property", "assertion", "--globals", "any"];
    run(global, &any, "FALSE(assertion)");
    run("static int g; void f(void) { assert(!g); }", &any, "FALSE(assertion)");
    run("void f(void) { static int n; assert(n++ != 7); }", &any, "FALSE(assertion)");
    run("const int g = 3; void f(void) { assert(g == 3); }", &any, "TRUE");
    run("int *const p = 0; void f(void) { assert(!p); }", &any, "TRUE");
    run("int *p; void f(void) { if (p) *p = 1; }", &["--globals", "any"], "TRUE");
}

#[test]
fn pointers_lead_to_an_object() {
    let said = check("int f(int *p) { return *p; }", "all", "TRUE");
    assert!(said.contains("harness of 'f': 'p' points to one object"), "{said}");
    let null = ["--pointers", "null"];
    run("int f(int *p) { return *p; }", &null, "FALSE(valid-deref)");
    run("int f(int *p) { return p ? *p : 0; }", &null, "TRUE");
    check("int f(short *p) { return *(int *)p; }", "valid-deref", "FALSE(valid-deref)");
    let said = check("int f(int *p) { return p[1]; }", "valid-deref", "TRUE");
    assert!(said.contains("'p' points to 1048576 elements, since it is indexed"), "{said}");
    check("int f(int *p) { assert(*p != 3); return 0; }", "assertion", "FALSE(assertion)");
    check("int f(int **p) { return **p; }", "all", "TRUE");
    check("int f(int *p, int *q) { *p = 1; *q = 2; assert(*p == 1); return 0; }", "all", "TRUE");
}

#[test]
fn strings_and_buffers() {
    check("unsigned long f(const char *s) { return s[0] ? s[1] : 0; }", "valid-deref", "TRUE");
    let second = "unsigned long f(const char *s) { return s[1]; }";
    check(second, "valid-deref", "FALSE(valid-deref)");
    let last = "int f(const unsigned char *data, unsigned len) { return len ? data[len - 1] : 0; }";
    let said = check(last, "valid-deref", "TRUE");
    assert!(said.contains("'data' points to 'len' elements, as the names suggest"), "{said}");
    let past = last.replace("len - 1", "len");
    check(&past, "valid-deref", "FALSE(valid-deref)");
    check("int f(void *p) { return *(int *)p; }", "valid-deref", "TRUE");
}

#[test]
fn arguments_can_be_freed_and_are_held() {
    check("void f(int *p) { free(p); }", "all", "TRUE");
    check("void f(int *p) { free(p); free(p); }", "all", "FALSE(valid-free)");
    check("void f(int *p) { *p = 1; }", "valid-memtrack", "TRUE");
    check("int *f(void) { return malloc(4); }", "valid-memtrack", "TRUE");
    check("void f(int **p) { *p = malloc(4); }", "valid-memtrack", "FALSE(valid-memtrack)");
    check("void f(int **p) { free(*p); *p = malloc(4); }", "valid-memtrack", "TRUE");
    check("void f(void) { malloc(4); }", "valid-memtrack", "FALSE(valid-memtrack)");
}

#[test]
fn chains_of_objects() {
    let field = "int f(struct node *n) { return n->x; }";
    run(&format!("{NODE} {field}"), &[], "TRUE");
    let list = "int f(struct node *n) { while (n) n = n->next; return 0; }";
    let said = run(&format!("{NODE} {list}"), &[], "TRUE");
    assert!(said.contains("chains of objects end with null after a few of them"), "{said}");
    let third = "void f(struct node *n) { if (n->next) assert(n->next->x != 3); }";
    check(&format!("{NODE} {third}"), "assertion", "FALSE(assertion)");
    let end = "int f(struct node *n) { return n->next->x; }";
    counted(&format!("{NODE} {end}"), "valid-deref", "FALSE(valid-deref)");
    // Records without a tag have a name, too.
    let untagged =
        "typedef struct { int *p; _Bool b; } box; int f(box *b) { return *b->p + b->b; }";
    check(untagged, "valid-deref", "TRUE");
}

#[test]
fn records() {
    let pair = "struct pair { int a, b; };";
    let sum = "int f(struct pair p) { return p.a + p.b; }";
    check(&format!("{pair} {sum}"), "no-overflow", "FALSE(no-overflow)");
    let average = "long f(struct pair p) { return ((long)p.a + p.b) / 2; }";
    check(&format!("{pair} {average}"), "no-overflow", "TRUE");
    let inside = "struct box { int *p; int n; }; int f(struct box b) { return *b.p; }";
    check(inside, "valid-deref", "TRUE");
}

/// The code tells more than the types: what a pointer without a type leads to, and what is an offset.
#[test]
fn harnesses_follow_the_code() {
    let get = "int f(const int *a, int i) { return a[i]; }";
    let said = check(get, "valid-deref", "TRUE");
    assert!(said.contains("'i' is less than 1024, since it is added to a pointer"), "{said}");
    run(get, &["--property", "valid-deref", "--assume", "i < 5"], "FALSE(valid-deref)");
    // The size of an array is known, so nothing is assumed about its index.
    let fixed = "static int t[8]; int f(int i) { return i < 8 ? t[i] : 0; }";
    check(fixed, "bounds", "FALSE(bounds)");
    let state = "struct state { char large[6000]; int last; };";
    let opaque = "int f(void *handle) { struct state *s = handle; return s->last; }";
    check(&format!("{state} {opaque}"), "valid-deref", "TRUE");
    let table = "struct s { int t[8]; unsigned at, n; };";
    check(&format!("{table} int f(struct s *s) {{ return s->t[s->at]; }}"), "bounds", "TRUE");
    let checked = "int f(struct s *s) { return s->at < 9 ? s->t[s->at] : 0; }";
    counted(&format!("{table} {checked}"), "bounds", "FALSE(bounds)");
    let full = checked.replace("< 9", "!= 8");
    check(&format!("{table} {full}"), "bounds", "TRUE");
    let counter = "struct c { int n; }; void f(struct c *c) { c->n++; }";
    check(counter, "no-overflow", "TRUE");
    let sum = "struct c { int n, m; }; int f(struct c *c) { return c->n + c->m; }";
    counted(sum, "no-overflow", "FALSE(no-overflow)");
    let buffer = "struct b { unsigned char *data; unsigned long size, offset; };";
    let peek = "int f(struct b *b) { return b->offset < b->size ? b->data[b->offset] : -1; }";
    check(&format!("{buffer} {peek}"), "valid-deref", "TRUE");
    let past = peek.replace('<', "<=");
    counted(&format!("{buffer} {past}"), "valid-deref", "FALSE(valid-deref)");
    // Callers have room for what is written.
    let copy = "void f(char *to, const char *from) { while ((*to++ = *from++)) ; }";
    let said = check(copy, "valid-deref", "TRUE");
    assert!(
        said.contains("'to' is a string in a buffer of 4096 bytes, since it is written"),
        "{said}"
    );
    check("void f(char *to) { strcpy(to, \"text\"); }", "valid-deref", "TRUE");
    run(copy, &["--guess", "none", "--property", "valid-deref"], "FALSE(valid-deref)");
    let parent = "struct in; struct out { struct in *in; int x; }; struct in { struct out *out; };";
    let back = "void f(struct out *o) { o->in->out->x = 1; assert(o->x == 1); }";
    check(&format!("{parent} {back}"), "assertion", "TRUE");
}

/// A violation is no answer if other content of the objects that are passed avoids it.
#[test]
fn violations_may_depend_on_callers() {
    let said = |program: &str, kind: &str, parts: &[&str]| {
        let said = run(program, &[], &format!("UNKNOWN(depends on callers: {kind})"));
        parts.iter().for_each(|part| assert!(said.contains(part), "{part} in {said}"));
        said
    };
    let end = format!("{NODE} int f(struct node *n) {{ return n->next->x; }}");
    let fails = "it fails with n->next = null, and not with n->next = an object";
    said(&end, "valid-deref", &[fails, "--assume 'n->next != 0' excludes it"]);
    run(&end, &["--assume", "n->next != 0"], "TRUE");
    let shift = "struct s { int live; }; unsigned f(struct s *s) { return 1u << s->live; }";
    let blamed = ["it fails with s->live = ", ", and not with s->live = ", "excludes it"];
    said(shift, "shift", &blamed);
    run(shift, &["--assume", "s->live >= 0 && s->live < 32"], "TRUE");
    run(shift, &["--guess", "code"], "FALSE(shift)");
    // All callers of a static function are known to somebody else.
    let inner = "static int f(const char *s, int m) { return s[2] / m; } int g(void) { return f(\"abc\", 1); }";
    said(inner, "division-by-zero, valid-deref", &["m = 0", "strlen(s) = "]);
    // Whatever is passed from other files, it is passed.
    run(&inner.replace("static", ""), &[], "FALSE(valid-deref)");
}

/// The guess that counters are far from their limits says nothing of the other members of a union.
#[test]
fn counters_in_unions_have_any_bits() {
    let both = "union both { long n; double d; };
        void f(union both u) { u.n += 1; assert(u.d != 5); }";
    counted(both, "assertion", "FALSE(assertion)");
    let one =
        "struct s { long n; }; void f(struct s s) { s.n += 1; assert(s.n != 0x4014000000000000); }";
    counted(one, "assertion", "TRUE");
}

/// What no content avoids is an answer, and so is what only one path does.
#[test]
fn violations_on_every_call_are_answers() {
    let never =
        "struct s { int mode; }; int f(struct s *s) { int *p = 0; return s->mode == 7 ? *p : 0; }";
    run(never, &[], "FALSE(valid-deref)");
    let leak = "struct s { int n; }; int f(struct s *s) { char *p = malloc(4);
        if (!p) return -1;
        if (s->n > 5) return -1;
        free(p);
        return 0; }";
    run(leak, &["--property", "valid-memtrack"], "FALSE(valid-memtrack)");
    let text = "struct s { int n; }; void f(struct s *s, const char *t) { char b[4]; strcpy(b, t); s->n = b[0]; }";
    run(text, &["--property", "valid-deref"], "FALSE(valid-deref)");
    // After a violation that depends on callers, others are looked for.
    let both =
        "struct s { int n; }; int f(struct s *s, int m) { int x = 1 << s->n; return x / m; }";
    run(both, &[], "FALSE(division-by-zero)");
}

/// Functions of other files return objects, as callers pass them.
#[test]
fn unknown_functions_return_objects() {
    let copy = "struct s { int n; }; void *xmalloc(size_t); struct s *make(void);
        int f(int n) { struct s *s = xmalloc(sizeof *s); s->n = n; make()->n = n; return s->n; }";
    let said = check(copy, "valid-deref", "TRUE");
    let note = "'make' is not defined: it is taken to return a new object of 4 bytes";
    assert!(said.contains(note), "{said}");
    for other in [["--guess", "none"], ["--pointers", "null"]] {
        run(copy, &[&other[..], &["--property", "valid-deref"]].concat(), "FALSE(valid-deref)");
    }
}

/// Without guesses, types say everything.
#[test]
fn guesses_can_be_switched_off() {
    let none = ["--guess", "none", "--property", "valid-deref"];
    let last = "int f(const int *a, unsigned n) { return n ? a[n - 1] : 0; }";
    check(last, "valid-deref", "TRUE");
    let said = run(last, &none, "FALSE(valid-deref)");
    assert!(!said.contains("as the names suggest"), "{said}");
    let table = "struct s { int t[8]; unsigned at; }; int f(struct s *s) { return s->t[s->at]; }";
    run(table, &["--guess", "none", "--property", "bounds"], "FALSE(bounds)");
    let colour = "enum c { RED, GREEN }; void f(enum c c) { assert(c == RED || c == GREEN); }";
    run(colour, &["--guess", "none", "--property", "assertion"], "FALSE(assertion)");
}

#[test]
fn functions_are_those_of_the_program_or_do_anything() {
    let calls = "static int one(int x) { return x > 0; } int (*const known)(int) = one;
        int f(int (*g)(int)) { return g(5) / 2; }";
    check(calls, "all", "TRUE");
    let trusting = calls.replace("g(5) / 2", "5 / g(5)");
    check(&trusting, "division-by-zero", "FALSE(division-by-zero)");
}

#[test]
fn callers_guarantee_what_is_stated() {
    let sum = "int f(const int *a, int m) { int s = 0; for (int i = 0; i < m; i++) s ^= a[i]; return s; }";
    let said = run(sum, &["--assume", "m <= 3 && valid(a, m)"], "TRUE");
    assert!(said.contains("m <= 3 && valid(a, m) (stated)"), "{said}");
    run(sum, &["--assume", "m <= 3 && valid(a, 2)"], "FALSE(valid-deref)");
    run("int f(int x) { return 10 / x; }", &["--assume", "x > 0"], "TRUE");
    run("int f(int *p) { return 10 / *p; }", &["--assume", "*p > 0"], "TRUE");
    let first = "int f(unsigned char *s) { return s[0] ? s[1] : 0; }";
    run(first, &["--assume", "string(s)"], "TRUE");
    run("int f(int *p) { return *p; }", &["--assume", "null_or_valid(p)"], "FALSE(valid-deref)");
    run("int f(int *p, int *q) { return p == q; }", &["--assume", "separate(p, q)"], "TRUE");
}

#[test]
fn wrong_assumptions_have_a_column() {
    let wrong = |assumption: &str, message: &str, column: usize| {
        let args = ["verify", "FILE", "--function", "f", "--assume", assumption];
        let run = lemmatic_on("anywhere.c", b"int f(int x) { return x; }\n", &args);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("--> --assume:1:{column}\n")), "{}", run.stderr);
        assert!(run.stderr.contains(assumption), "{}", run.stderr);
        assert_eq!(run.code, Some(6), "{}", run.stderr);
    };
    wrong("y > 0", "no parameter is named here; there are: x", 1);
    wrong("x > 0 && valid(y)", "'y' is no parameter", 16);
    wrong("x > y", "`y` is not declared", 5);
    wrong("x > + ", "unexpected ')'", 6);
}

#[test]
fn harnesses_can_be_printed_and_verified() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let program = file(
        "a.c",
        "struct s { int *p; const char *name; int (*g)(int); enum { A, B } e; };
        int f(struct s *s, double d, const char *t) { return *s->p / (d > 1 && *t); }
        int main(void) { return 0; }\n",
    );
    let shown = lemmatic(&["verify", &program, "--function", "f", "--show-harness"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    let harness = file("h.c", &shown.stdout);
    let both = [&["verify", harness.as_str()][..], &["verify", &program, "--function", "f"]];
    for args in both {
        lemmatic(args).check("result: FALSE(division-by-zero)", 10);
    }
    let compiled =
        std::process::Command::new("cc").args(["-c", "-o", "/dev/null", &harness]).output();
    assert!(compiled.unwrap().status.success(), "{}", shown.stdout);
}

#[test]
fn proofs_about_functions_are_checked_again() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("a.c");
    std::fs::write(&program, "int f(int x) { return 10 / x; }\n").unwrap();
    let (program, proof) = (program.to_str().unwrap(), directory.path().join("p"));
    let proof = proof.to_str().unwrap();
    let stated = ["--function", "f", "--assume", "x > 0"];
    lemmatic(&[&["verify", program, "--proof", proof], &stated[..]].concat())
        .check("result: TRUE", 0);
    let check =
        |options: &[&str]| -> Run { lemmatic(&[&["check", proof, program], options].concat()) };
    check(&stated).check("result: ACCEPTED", 0);
    // Without the assumption it is another question.
    assert_eq!(check(&["--function", "f"]).code, Some(1));
}

#[test]
fn there_must_be_one() {
    let args = ["verify", "FILE", "--function", "g"];
    let run = lemmatic_on("anywhere.c", b"int g(int); int f(void) { return 0; }\n", &args);
    let expected = "error: anywhere.c: there is no function 'g' with a body; is it 'f'?\n";
    assert_eq!(run.stderr, expected);
    assert_eq!(run.code, Some(6));
    let run = lemmatic_on(
        "anywhere.c",
        b"int main(void) { return 0; }\n",
        &["verify", "FILE", "--assume", "1"],
    );
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}
