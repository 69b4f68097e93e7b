use super::*;
use program::Machine;

/// Writes files into a temporary folder, loads the first, and checks the places of functions or the
/// error.
fn check(files: &[(&str, &[u8])], change: impl Fn(&mut Options), expected: &str) {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(directory.path().join(name), content).unwrap();
    }
    for machine in [Machine::Ilp32, Machine::Lp64] {
        let mut options = Options::new(machine);
        change(&mut options);
        let path = directory.path().join(files[0].0);
        let found = with_sources(&[path], &options, |sources| places(&sources));
        let found = found.unwrap_or_else(|error| error.to_string());
        let prefix = directory.path().join("").display().to_string();
        assert_eq!(found.replace(&prefix, ""), expected, "{machine:?}");
    }
}

/// The place of each external declaration of the first unit that does not come from the system.
fn places(sources: &Sources) -> String {
    let unit = &sources.units[0];
    let spans = unit.tree.0.iter().map(|declaration| unit.span(declaration.span.start));
    let places = spans
        .map(|span| format!("{}:{}:{}", sources.files.name(span.file), span.line, span.column));
    places.filter(|place| !place.starts_with("/usr")).collect::<Vec<_>>().join(" ")
}

fn unchanged(_: &mut Options) {}

#[test]
fn plain_files_need_no_compiler() {
    let none = |options: &mut Options| options.compiler = "no-such-compiler".to_owned();
    check(&[("a.c", b"int x;\n  int y;\n")], none, "a.c:1:1 a.c:2:3");
    check(&[("a.c", b"# 5 \"b.c\"\nint x;\n")], none, "b.c:5:1");
    check(&[("a.i", b"int x;\n# 3 \"b.h\" 1\nint y;")], none, "a.i:1:1 b.h:3:1");
    check(&[("a.c", b"/* \xe9 */ char *s = \"\xe9\";")], none, "a.c:1:9");
    check(
        &[("a.c", b"int x;\n  #include <stdio.h>\n")],
        none,
        "a.c:2:3: the preprocessor is needed, but 'no-such-compiler' cannot be run: No such file \
         or directory (os error 2)",
    );
}

#[test]
fn files_are_preprocessed() {
    check(
        &[
            ("a.c", b"#include \"b.h\"\nint x;\n#if 0\ndon't\n#endif\nT y;"),
            ("b.h", b"\ntypedef int T;"),
        ],
        unchanged,
        "b.h:2:1 a.c:2:1 a.c:6:1",
    );
    check(
        &[("a.c", b"#include <stdio.h>\n#include <math.h>\n#include <assert.h>\nint x;")],
        unchanged,
        "a.c:4:1",
    );
    check(&[("a.c", b"int l = __LINE__;")], unchanged, "a.c:1:1");
    let defines = |options: &mut Options| options.defines = vec!["T=int".to_owned()];
    check(&[("a.c", b"T x;")], defines, "a.c:1:1");
}

/// The places of names in the initialisers of a file with macros.
fn names(text: &str) -> String {
    struct Names<'s>(&'s Sources, Vec<String>);
    impl<'a> lang_c::visit::Visit<'a> for Names<'_> {
        fn visit_identifier(
            &mut self,
            name: &'a lang_c::ast::Identifier,
            span: &'a lang_c::span::Span,
        ) {
            let place = self.0.units[0].span(span.start);
            self.1.push(format!("{}@{}:{}", user_name(&name.name), place.line, place.column));
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.c");
    std::fs::write(&path, text).unwrap();
    with_sources(&[path], &Options::new(Machine::Lp64), |sources| {
        let mut names = Names(&sources, Vec::new());
        lang_c::visit::Visit::visit_translation_unit(&mut names, &sources.units[0].tree);
        names.1.join(" ")
    })
    .unwrap()
}

#[test]
fn macros_do_not_move_columns() {
    let macros = "#define TWICE(x) ((x) + (x) + z)\n#define EMPTY\n";
    let check = |line: &str, expected: &str| {
        assert_eq!(names(&format!("{macros}{line}\n")), expected.replace('@', "@3:"));
    };
    check("int   a  =   b  ;", "a@7 b@14");
    check("int a = TWICE(b) + c;", "a@5 b@15 b@15 z@9 c@20");
    check("int /* ä */ a = TWICE( b )  +  c  + d;", "a@13 b@24 b@24 z@17 c@32 d@37");
    check("EMPTY int a EMPTY = b;", "a@11 b@21");
    check("\tint a;", "a@6");
    check("int größe = TWICE( ö ) + \\u00e4 + c;", "größe@5 ö@20 ö@20 z@13 ä@26 c@35");
}

#[test]
fn the_machine_decides_macros() {
    let source =
        b"#include <limits.h>\n#if LONG_MAX == 0x7fffffff\nint x;\n#else\nint y;\nint z;\n#endif";
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let count = |machine| {
        let paths = std::slice::from_ref(&path);
        with_sources(paths, &Options::new(machine), |sources| sources.units[0].tree.0.len())
    };
    assert_eq!((count(Machine::Ilp32), count(Machine::Lp64)), (Ok(1), Ok(2)));
}

#[test]
fn errors_of_the_preprocessor() {
    check(
        &[("a.c", b"int x;\n#include \"no.h\"\n")],
        unchanged,
        "a.c:2:10: the header 'no.h' is not found",
    );
    check(&[("a.c", b"\n #error so not\n")], unchanged, "a.c:2:3: #error so not");
    check(
        &[("a.c", b"#include \"b.h\"\n"), ("b.h", b"#if\n#endif\n")],
        unchanged,
        "b.h:1:4: #if with no expression",
    );
    check(
        &[("a.i", b"int x;\n#include <stdio.h>\n")],
        unchanged,
        "a.i:2:1: a preprocessor directive in preprocessed text",
    );
}

#[test]
fn errors_of_reading() {
    check(&[("a.c", b"")], unchanged, "a.c: is empty");
    check(&[("a.c", b" \n")], unchanged, "a.c: is empty");
    let missing = with_sources(&["/no/such.c".into()], &Options::new(Machine::Lp64), |_| ());
    assert!(missing.unwrap_err().to_string().starts_with("/no/such.c: cannot be read: "));
    check(
        &[("a.c", b"int\n x\xe9;")],
        unchanged,
        "a.c:2:3: byte 0xe9, which is not UTF-8 text, has no place in C",
    );
}

#[test]
fn errors_of_syntax() {
    let syntax = |text: &[u8], expected: &str| check(&[("a.c", text)], unchanged, expected);
    syntax(b"int x\nint y;", "a.c:2:1: expected ';' before this");
    syntax(b"int f(void) {\n  x = ;\n}", "a.c:2:7: unexpected ';', expected an expression");
    syntax(b"int f(void) {\n  if (x {\n}", "a.c:2:6: this '(' is never closed");
    syntax(b"int 3;", "a.c:1:5: unexpected '3', expected a name or ';'");
    syntax(b"int f(void) { return 1 }", "a.c:1:24: unexpected '}', expected ';'");
    syntax(
        b"# 7 \"b.c\"\nint f(void) { foo bar; }",
        "b.c:7:19: unexpected 'bar', expected ';' or ':'",
    );
    syntax("int f(void) { größe ä; }".as_bytes(), "a.c:1:21: unexpected 'ä', expected ';' or ':'");
    syntax(b"int x = 'a;", "a.c:1:9: this character constant is not closed on its line");
}

/// Trees of these shapes must be parsed and dropped without running out of stack.
#[test]
fn deep_files() {
    let deep = |open: &str, middle: &str, close: &str, count: usize| {
        format!("int f(void) {{ {}{middle}{} }}", open.repeat(count), close.repeat(count))
    };
    let at_limit = depth::MAXIMAL_DEPTH - 10;
    for text in [
        deep("(", "x", ")", at_limit).replace(" }", "; }"),
        deep("{", "", "}", at_limit),
        deep("if (a) b = 1; else ", ";", "", at_limit / 2),
        deep("case 1: ", ";", "", at_limit / 2),
        deep("- ", "x;", "", at_limit),
        deep("x ? y : ", "z;", "", at_limit / 2),
        deep("while (1) ", ";", "", at_limit),
        deep("({ ", "x;", "; })", 300).replace(" }", "; }"),
        deep("x = ", "y;", "", at_limit),
    ] {
        let start = &text[..40];
        with_text("a.i", text.as_bytes(), |_| ())
            .unwrap_or_else(|error| panic!("{start}: {error}"));
    }
    let wide = format!("int x = 0 {};", "+ 1 ".repeat(100_000));
    let message = with_text("a.i", wide.as_bytes(), |_| ()).map_err(|error| error.to_string());
    assert_eq!(message, Ok(()));
}

/// The parser would take hours for these texts, which lack an operand.
#[test]
fn chains_of_steps_without_an_operand() {
    for (chain, column) in [("--", 48), ("++ ", 64), ("--*", 64), ("-- (&", 96)] {
        let text = format!("int f(int x) {{ {} }}", chain.repeat(60));
        let error = with_text("a.i", text.as_bytes(), |_| ()).unwrap_err();
        let message = "more than 16 times `++` or `--` in front of an operand";
        assert_eq!(error.to_string(), format!("a.i:1:{column}: {message}"));
    }
    let text = format!("int f(int *x) {{ {}x; }}", "--*".repeat(16));
    assert_eq!(with_text("a.i", text.as_bytes(), |_| ()), Ok(()));
}

#[test]
fn too_deep_files() {
    let text = format!("int x = {}1;", "(".repeat(20_000));
    let error = with_text("a.i", text.as_bytes(), |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "a.i:1:10008: nested more than 10000 levels deep");
}
