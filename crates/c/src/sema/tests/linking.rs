use crate::hir::{FnId, Storage, Unit};
use crate::source::{Options, SourceError, with_sources};
use program::Machine;

/// The typed tree of several files.
fn link(texts: &[&str]) -> Result<Unit, SourceError> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let path = folder.path().join(format!("{number}.i"));
        std::fs::write(&path, text).expect("a file");
        paths.push(path);
    }
    let machine = Machine::Lp64;
    with_sources(&paths, &Options::new(machine), |sources| {
        super::super::analyse(machine, &sources)
    })?
}

/// Compares the variables with static storage and the defined functions of several files.
fn check(texts: &[&str], expected: &str) {
    let unit = link(texts).unwrap_or_else(|error| panic!("{error}"));
    let vars = unit.globals.iter().map(|&id| {
        let var = unit.var(id);
        let storage = if var.storage == Storage::Extern { "extern " } else { "" };
        format!("{storage}{} {};", unit.types.show(var.ty), var.name)
    });
    let defined = unit.functions.iter().filter_map(|function| {
        let body = function.body.as_ref()?;
        let ty = unit.types.show(function.ty);
        Some(format!("{ty} {} {}", function.name, unit.show_stmt(body)))
    });
    let shown: Vec<String> = vars.chain(defined).collect();
    assert_eq!(shown.join(" "), expected, "{texts:?}");
}

fn check_error(texts: &[&str], expected: &str) {
    let error = link(texts).expect_err("an error").to_string();
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn names_with_external_linkage_are_one() {
    check(
        &["extern int x; int f(void) { return x; }", "int x = 3;"],
        "int x; int() f { return x; }",
    );
    check(&["int x;", "int x; int g(void) { return x; }"], "int x; int() g { return x; }");
    check(
        &["int g(int); int f(void) { return g(1); }", "int g(int a) { return a; }"],
        "int(int) g { return a; } int() f { return g(1); }",
    );
    check(&["extern int x; int f(void) { return x; }"], "extern int x; int() f { return x; }");
    check(&["extern int x;"], "");
}

#[test]
fn static_names_stay_apart() {
    check(
        &[
            "static int x; static int f(void) { return x; } int g(void) { return f(); }",
            "static char x; static int f(void) { return x; } int h(void) { return f(); }",
        ],
        "int x; char x; int() f { return x; } int() g { return f(); } \
            int() f.2 { return [int]x; } int() h { return f.2(); }",
    );
    check(
        &["static int f(void) { return 1; }", "int f(void) { return 2; }"],
        "int() f.2 { return 1; } int() f { return 2; }",
    );
    check(
        &["static int é(void) { return 1; }", "int \\u00e9(void) { return 2; }"],
        "int() é.2 { return 1; } int() é { return 2; }",
    );
}

#[test]
fn records_of_equal_tags_are_shared_unless_they_differ() {
    let list = "struct n { int v; struct n *next; };";
    check(
        &[
            &format!("{list} void g(struct n); void f(struct n *p) {{ g(*p); }}"),
            &format!("{list} void g(struct n a) {{ a.v = 1; }}"),
        ],
        "void(struct n) g { (a.v = 1); } void(struct n*) f { g(*p); }",
    );
    check(
        &[
            "struct n { int v; } a; int f(void) { return sizeof(struct n); }",
            "struct n { char v; } b; int g(void) { return sizeof(struct n); }",
        ],
        "struct n a; struct n b; int() f { return 4; } int() g { return 1; }",
    );
    check(&["struct n$ { int v; } a;", "struct n$ { char v; } b;"], "struct n$ a; struct n$ b;");
    check(
        &[
            "typedef struct { int v; } T; T x;",
            "typedef struct { int v; } T; extern T x; \
            int f(void) { return x.v; }",
        ],
        "struct <r0> x; int() f { return x.v; }",
    );
}

#[test]
fn conflicts_between_files_are_errors() {
    check_error(&["int x = 1;", "int x = 2;"], "1.i:1:5: `x` is defined twice");
    check_error(&["void f(void) {}", "void f(void) {}"], "1.i:1:6: `f` is defined twice");
    check_error(&["int x;", "char x;"], "1.i:1:6: `x` is declared as `int` and as `char`");
    check_error(
        &["int x;", "int x(void);"],
        "1.i:1:5: `x` is declared as a variable and a function",
    );
}

#[test]
fn names_for_the_linker_may_have_other_types() {
    let labelled = "int g(char *) __asm__(\"f\");";
    for text in [format!("{labelled} int f(int *);"), format!("int f(int *); {labelled}")] {
        let calls = format!("{text} int h(int *p, char *q) {{ return f(p) + g(q); }}");
        let unit = link(&[&calls]).unwrap_or_else(|error| panic!("{error}"));
        let of_name = |alias: bool| {
            let named =
                unit.functions.iter().position(|f| f.name == "f" && f.alias.is_some() == alias);
            FnId::from_index(named.unwrap_or_else(|| panic!("{text}")))
        };
        assert_eq!(unit.function(of_name(true)).alias, Some(of_name(false)), "{text}");
    }
    check_error(
        &["int f(int *); int f(char *);"],
        "0.i:1:19: `f` is declared as `int(int*)` and as `int(char*)`",
    );
}

#[test]
fn aliases_are_what_they_name() {
    let text = "int f(int a) { return a; } int g(int) __attribute__((alias(\"f\")));
        int x; extern int y __attribute__((alias(\"x\"))); int *p = &y;";
    let unit = link(&[text]).unwrap_or_else(|error| panic!("{error}"));
    let function = unit.functions.iter().find(|function| function.name == "g").expect("g");
    assert_eq!(function.alias.map(|id| unit.function(id).name.as_str()), Some("f"));
    let var = unit.vars.iter().find(|var| var.name == "y").expect("y");
    assert_eq!(var.alias.map(|id| unit.var(id).name.as_str()), Some("x"));
    let circle = "int f(void) __attribute__((alias(\"g\")));
        int g(void) __attribute__((alias(\"f\")));";
    check_error(&[circle], "aliases that name each other");
}

#[test]
fn the_strongest_definition_counts() {
    let weak = "__attribute__((weak)) int f(void) { return 1; }";
    let strong = "int f(void) { return 2; }";
    check(&[weak, strong], "int() f { return 2; }");
    check(&[strong, weak], "int() f { return 2; }");
    check(&[weak, weak], "int() f { return 1; }");
    check(&["inline int f(void) { return 1; }", weak], "int() f { return 1; }");
    check(&["extern inline int f(void) { return 1; }"], "int() f { return 1; }");
    check_error(&["extern inline int f(void) { return 1; }", strong], "`f` is defined twice");
    check_error(&["inline int f(void) { return 1; } int f(void);", strong], "`f` is defined twice");
    let old = "extern inline __attribute__((gnu_inline)) int f(void) { return 1; }";
    check(&[old, strong], "int() f { return 2; }");
    check(&[&format!("{old} {strong}")], "int() f { return 2; }");
    check(&["int x __attribute__((weak)) = 1;", "int x = 2;"], "int x;");
    check_error(&["int x = 1;", "int x = 2;"], "`x` is defined twice");
}

/// Each file sees the qualifiers that it gives to the members of a record.
#[test]
fn records_of_files_that_differ_in_qualifiers_stay_apart() {
    let function = "(T *p) { return _Generic(p->n, char *: 1, const char *: 2); }";
    for ty in ["struct s", "t"] {
        let file = |member: &str, name: &str| {
            let function = function.replace('T', ty);
            format!(
                "struct s {{ {member}; }}; typedef struct {{ {member}; }} t; int {name}{function}"
            )
        };
        let (first, second) = (file("char *n", "a"), file("const char *n", "b"));
        let unit = link(&[&first, &second]).unwrap_or_else(|error| panic!("{error}"));
        let shown = |name: &str| {
            let function = unit.functions.iter().find(|f| f.name == name).expect("it is there");
            unit.show_stmt(function.body.as_ref().expect("a body")).to_string()
        };
        assert!(shown("a").contains("return 1"), "{}", shown("a"));
        assert!(shown("b").contains("return 2"), "{}", shown("b"));
    }
    let files = [
        "struct s { char *n; }; int f(struct s *p) { return *p->n; }",
        "struct s { const char *n; }; int f(struct s *); int g(struct s *p) { return f(p); }",
    ];
    link(&files).unwrap_or_else(|error| panic!("{error}"));
}
