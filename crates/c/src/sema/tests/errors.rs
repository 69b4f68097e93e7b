use super::{analyse, unit};
use crate::hir::StmtKind;
use program::Machine;

/// Compares the message of the first error, with its place.
fn check(text: &str, expected: &str) {
    match analyse(Machine::Lp64, text) {
        Ok(_) => panic!("no error in {text}"),
        Err(error) => assert_eq!(error.to_string(), format!("t.c:{expected}"), "{text}"),
    }
}

#[test]
fn wrong_programs_are_refused_with_a_place() {
    for (text, expected) in [
        ("int f(void) { return x; }", "1:22: `x` is not declared"),
        (
            "struct { int i; char c[]; } s = {1, \"ab\"}; int f(void) { return __builtin_object_size(s.c, 0); }",
            "1:65: the size of an object with a flexible array is not supported here",
        ),
        (
            "struct { int b : 2; } v; int f(void) { return __builtin_add_overflow_p(1, 1, v.b); }",
            "1:47: a bit-field as the third argument of this builtin is not supported",
        ),
        ("void f(void) {\n  int i; i();\n}", "2:10: a value of type `int` cannot be called"),
        ("void f(int i) { i.x; }", "1:17: `int` has no members"),
        ("struct s { int a; }; void f(struct s v) { v.b; }", "1:43: `struct s` has no member `b`"),
        ("void f(int i) { i->x; }", "1:17: `->` needs a pointer, not `int`"),
        ("void f(int i) { 1 = i; }", "1:17: only a place in memory can be assigned to"),
        ("void f(int i) { (i + 1)++; }", "1:17: only a place in memory can be assigned to"),
        ("int a[2]; void f(int *p) { a = p; }", "1:28: an array cannot be assigned to"),
        ("int g(int, int); void f(void) { g(1); }", "1:33: `g` needs 2 arguments, not 1"),
        ("int g(void); void f(void) { g(1); }", "1:29: `g` takes 0 arguments, not 1"),
        (
            "struct s { int a; } v; struct t { int a; } w; void f(void) { v = w; }",
            "1:66: this assignment needs a value of type `struct s`, not `struct t`",
        ),
        (
            "struct s { int a; } v; int f(void) { return v; }",
            "1:45: this `return` needs a value of type `int`, not `struct s`",
        ),
        ("struct s; struct s v;", "1:20: `v` has the incomplete type `struct s`"),
        ("void f(void) { struct s v; }", "1:25: `v` has the incomplete type `struct s`"),
        ("void f(void) { sizeof(struct s); }", "1:16: the incomplete type `struct s` has no size"),
        ("void f(void) { break; }", "1:16: `break` outside of a loop or switch"),
        ("void f(void) { continue; }", "1:16: `continue` outside of a loop"),
        ("void f(void) { case 1: ; }", "1:16: `case` outside of a switch"),
        ("void f(void) { goto x; }", "1:21: there is no label `x`"),
        ("void f(void) { x: ; x: ; }", "1:21: there are two labels `x`"),
        ("void f(int i) { switch (i) { case 1: case 1: ; } }", "1:38: two cases for the value 1"),
        (
            "void f(int i) { switch (i) { case 1 ... 5: ; case 3: ; } }",
            "1:46: two cases for the value 3",
        ),
        (
            "void f(int i) { switch (i) { default: default: ; } }",
            "1:39: a switch with two `default` labels",
        ),
        ("void f(double d) { switch (d) { } }", "1:20: a switch needs an integer, not `double`"),
        (
            "void f(int i) { switch (i) { case i: ; } }",
            "1:35: the value of a case must be a constant integer",
        ),
        (
            "void f(int *p) { p * 2; }",
            "1:18: this operator cannot have operands of types `int*` and `int`",
        ),
        (
            "void f(double d) { d % 2; }",
            "1:20: this operator cannot have operands of types `double` and `int`",
        ),
        (
            "void f(double d) { d << 2; }",
            "1:20: a shift cannot have operands of types `double` and `int`",
        ),
        ("void f(double d) { ~d; }", "1:20: `~` needs an integer, not `double`"),
        ("void f(int i) { *i; }", "1:17: `*` needs a pointer, not `int`"),
        ("void f(void) { &1; }", "1:16: `&` needs something that has an address"),
        ("struct s { int b : 3; } v; void f(void) { &v.b; }", "1:43: a bit-field has no address"),
        ("struct s { int b : 33; };", "1:20: the bit-field `b` is wider than its type"),
        ("struct s { int a, a; };", "1:19: two members have the name `a`"),
        ("struct s { struct s v; };", "1:21: the member `v` has the incomplete type `struct s`"),
        ("struct s { int a; }; struct s { int a; };", "1:22: the record `s` is defined twice"),
        ("struct s { int a; }; union s v;", "1:22: `s` is the tag of another kind of type"),
        ("int x; void x(void);", "1:13: `x` is declared twice"),
        ("int x; char x;", "1:13: `x` is declared as `int` and as `char`"),
        ("int f(int); int f(char);", "1:17: `f` is declared as `int(int)` and as `int(char)`"),
        ("int x = 1; int x = 2;", "1:16: `x` is defined twice"),
        ("void f(void) {} void f(void) {}", "1:22: `f` is defined twice"),
        ("void f(void) { int x; int x; }", "1:27: `x` is declared twice"),
        ("void f(int a, int a) {}", "1:15: two parameters have the name `a`"),
        ("int a[-1];", "1:7: the length -1 of an array is negative"),
        ("int n; int a[n];", "1:14: the length of an array at file scope must be constant"),
        ("void v;", "1:6: `v` cannot have the type `void`"),
        ("int i; int j = i;", "1:16: the initialiser of a static variable must be constant"),
        ("int a[2] = {[3] = 1};", "1:13: the index 3 is beyond the array"),
        ("struct s { int a; } v = {.b = 1};", "1:26: `struct s` has no member `b`"),
        ("int f(void)[2];", "1:6: a function cannot return an array"),
        ("long short x;", "1:1: these type specifiers do not go together"),
        ("_Static_assert(1 == 2, \"no\");", "1:16: a static assertion does not hold: \"no\""),
        ("enum { A, A };", "1:11: `A` is declared twice"),
        (
            "void f(int *p, double d) { p = d; }",
            "1:32: this assignment needs a value of type `int*`, not `double`",
        ),
        (
            "struct s { int a; } v; void f(void) { if (v) ; }",
            "1:43: a number or pointer is needed, not `struct s`",
        ),
        (
            "void g(void); void f(int i) { i = g(); }",
            "1:35: this assignment needs a value of type `int`, not `void`",
        ),
        ("int x __attribute__((aligned(3)));", "1:22: the alignment 3 is not a power of two"),
        (
            "struct s { char c; _Alignas(2) int x; };",
            "1:36: `_Alignas` cannot reduce the alignment of `x`",
        ),
        (
            "struct s { _Alignas(8) int x : 3; };",
            "1:28: the bit-field `x` cannot have an alignment",
        ),
        ("struct s { _Alignas(3) int x; };", "1:21: the alignment 3 is not a power of two"),
        ("void f(void) __attribute__((naked));", "1:29: the attribute `naked` is not supported"),
        (
            "int a[3][2] = {[0 ... 1] = 1, 2};",
            "1:28: items after a part of a range are not supported",
        ),
    ] {
        check(text, expected);
    }
}

/// Compares the unsupported feature and its place; inside a function it replaces the whole body.
fn check_unsupported(text: &str, expected: &str) {
    let unit = match analyse(Machine::Lp64, text) {
        Ok(unit) => unit,
        Err(error) => return assert_eq!(error.to_string(), format!("t.c:{expected}"), "{text}"),
    };
    let bodies = unit.functions.iter().filter_map(|function| function.body.as_ref());
    let found: Vec<String> = bodies
        .filter_map(|body| match &body.kind {
            StmtKind::Unsupported(what) => {
                Some(format!("{}:{}: {what}", body.span.line, body.span.column))
            }
            _ => None,
        })
        .collect();
    let endings = [" is not supported", " are not supported"];
    let what = endings.iter().find_map(|ending| expected.strip_suffix(ending));
    assert_eq!(found, [what.unwrap_or(expected)], "{text}");
}

#[test]
fn functions_with_something_unsupported_leave_others_alone() {
    let text = "typedef double _Complex v;
        static inline v add(v a, v b) { for (;;) { int x = 1; { a = a ?: b; } } l: goto l; }
        int x; int f(int y) { { int x = y; l: if (x) goto l; } return x; }";
    let unit = unit(Machine::Lp64, text);
    let shown = |name: &str| {
        let function = unit.functions.iter().find(|f| f.name == name).expect("it is there");
        function.body.as_ref().map(|body| unit.show_stmt(body).to_string()).unwrap_or_default()
    };
    assert_eq!(shown("add"), "unsupported<`?:` between complex numbers>;");
    let alone =
        super::unit(Machine::Lp64, &text[text.find("int x; int f").expect("it is there")..]);
    let body = alone.functions[0].body.as_ref().expect("it is defined");
    assert_eq!(shown("f"), alone.show_stmt(body).to_string());
    // Invalid programs remain invalid.
    check("typedef int v __attribute__((vector_size(16))); v f(v a) { return g; }", {
        "1:67: `g` is not declared"
    });
}

#[test]
fn what_is_not_supported_is_named() {
    let complex = "`?:` between complex numbers is not supported";
    let wide = "complex numbers of `int128` are not supported";
    let vector = "vectors of `long double` are not supported";
    let builtin = "the builtin `__builtin_ia32_pause` is not supported";
    for (text, place, what) in [
        ("double _Complex z; int f(void) {\n  return z ?: 1; }", "2:10", complex),
        ("double _Complex z; int f(int x) { return x ?: z; }", "1:42", complex),
        ("int f(void) { __int128 _Complex z; }", "1:15", wide),
        ("int f(void) { long double __attribute__((vector_size(32))) v; }", "1:15", vector),
        ("void f(void) { __builtin_ia32_pause(); }", "1:16", builtin),
    ] {
        check_unsupported(text, &format!("{place}: {what}"));
    }
    for attribute in ["scalar_storage_order(\"big-endian\")", "ms_struct"] {
        let text = format!("struct __attribute__(({attribute})) s {{ int a; }};");
        let error = analyse(Machine::Lp64, &text).expect_err("an error").to_string();
        assert!(error.ends_with("is not supported"), "{error}");
    }
    let attribute = "the attribute `cleanup` is not supported in";
    for (body, place, what) in [
        ("({ T x; 1; });", "1:32", "a statement expression"),
        ("for (T x;;) ;", "1:37", "the head of a loop"),
    ] {
        let head = "void g(int *p); void f(void) { ";
        let text = format!("{head}{}", body.replace('T', "__attribute__((cleanup(g))) int"));
        check_unsupported(&format!("{text} }}"), &format!("{place}: {attribute} {what}"));
    }
    check_unsupported(
        "void g(int *p); void f(int a) { if (a) goto l; int x __attribute__((cleanup(g))); l: ; }",
        "1:45: labels are not supported in functions with the attribute `cleanup`",
    );
    check_unsupported(
        "void f(void) { int x __attribute__((cleanup(g))); }",
        "1:20: there is no function `g` to clean up with",
    );
    let part = "changing a part of a value that an expression gives is not supported";
    for (text, place, what) in [
        (
            "struct s { int a, b; }; struct t { struct s s; }; \
             void f(struct s v) { struct t t = {.s = v, .s.a = 1}; }",
            "1:96",
            part,
        ),
        (
            "struct s { int a, b; }; void f(struct s v) { struct s t[] = {[0 ... 2] = v, [1].a = 1}; }",
            "1:80",
            part,
        ),
    ] {
        check_unsupported(text, &format!("{place}: {what}"));
    }
    check_unsupported(
        "struct s { unsigned long long a : 40; } v; void f(void) { __typeof__(v.a + 1) x; }",
        "1:70: variables of 40 bits are not supported",
    );
    unit(Machine::Lp64, "int f(char *p) { return _Generic(p, char *: 1, int *: 2); }");
    unit(
        Machine::Lp64,
        "struct s { int a; }; void f(struct s v) { struct s t[2] = {v, [0] = v}; }",
    );
    unit(Machine::Lp64, "double _Complex csqrt(double _Complex); double _Complex z, w;");
}

#[test]
fn rules_for_vectors_and_complex_numbers() {
    const TYPES: &str = "typedef int v __attribute__((vector_size(16))); v a; \
        typedef short h __attribute__((vector_size(16))); h b; double _Complex z; ";
    for (body, message) in [
        ("!a;", "a number or pointer is needed, not `int __vector(4)`"),
        ("a && 1;", "a number or pointer is needed, not `int __vector(4)`"),
        (
            "a < b ? a : a;",
            "a comparison cannot have operands of types `int __vector(4)` and `short __vector(8)`",
        ),
        (
            "a + b;",
            "this operator cannot have operands of types `int __vector(4)` and `short __vector(8)`",
        ),
        ("a + 1.0;", "this operator cannot have operands of types `int __vector(4)` and `double`"),
        ("a = 1;", "this assignment needs a value of type `int __vector(4)`, not `int`"),
        ("z % 2;", "this operator cannot have operands of types `_Complex double` and `int`"),
        ("z < 1;", "a comparison cannot have operands of types `_Complex double` and `int`"),
        ("(z + z) = 1;", "only a place in memory can be assigned to"),
        ("__real__ (z + z) = 1;", "only a place in memory can be assigned to"),
        ("__real__ a;", "only a number has a real part, not `int __vector(4)`"),
        ("int *p; p = z;", "this assignment needs a value of type `int*`, not `_Complex double`"),
        (
            "int x __attribute__((vector_size(12)));",
            "a vector needs a power of two of elements, not 12 bytes",
        ),
    ] {
        let error = analyse(Machine::Lp64, &format!("{TYPES} void f(void) {{ {body} }}"));
        let error = error.expect_err(body).to_string();
        assert!(error.ends_with(message), "{body}: {error}");
    }
}

#[test]
fn messages_have_the_names_of_the_user() {
    for (text, expected) in [
        ("int f(void) { return größe; }", "1:22: `größe` is not declared"),
        ("struct ä { int ö; } v; int f(void) { return v.\\u00fc; }", {
            "1:45: `struct ä` has no member `ü`"
        }),
        ("struct s { int é, \\u00e9; };", "1:19: two members have the name `é`"),
        ("int é; char \\u00E9;", "1:13: `é` is declared as `int` and as `char`"),
        ("void f(void) { { __label__ l; l: ; } goto l; }", "1:43: there is no label `l`"),
        ("void f(void) { __label__ l; goto l; }", "1:34: there is no label `l`"),
        ("void f(void) { void *p = &&l; }", "1:26: there is no label `l`"),
        ("void f(void) { goto é$; }", "1:21: there is no label `é$`"),
    ] {
        check(text, expected);
    }
}

#[test]
fn what_gcc_only_warns_about_is_accepted() {
    for text in [
        "int *p; char *q; void f(void) { p = q; p = 3; int i = p; p == q; p == 1; }",
        "void f(void) { return 1; } int g(void) { return; }",
        "int f(void) { undeclared(1, 2); }",
        "void f(void) { char c = 300; int a[2] = {1, 2, 3}; }",
        "typedef int T; typedef int T; extern int x; extern int x; struct s; struct s;",
        "int main() { const int i = 1; i; 3; }",
        "void f(int); void g(void) { void (*p)(char) = f; p(1); }",
        "enum e { A }; unsigned x; enum e x;",
    ] {
        unit(Machine::Lp64, text);
    }
}
