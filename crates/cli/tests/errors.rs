//! Wrong usage and invalid input: one clear error, with its place.

mod common;

use common::{lemmatic, lemmatic_on};

fn check(name: &str, content: impl AsRef<[u8]>, expected: &str) {
    let run = lemmatic_on(name, content.as_ref(), &["verify", "FILE"]);
    assert_eq!(run.stderr.trim_end(), expected.trim_end());
    assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""));
}

#[test]
fn malformed_models() {
    check(
        "bad.cfa",
        "var x : bv8\n\nprocedure main {\n  start -> done { x := (bvadd x y) }\n}\n",
        "\
error: unknown symbol 'y'
 --> bad.cfa:4:33
  |
4 |   start -> done { x := (bvadd x y) }
  |                                 ^",
    );
    check(
        "bad.cfa",
        "var x : bv8\nprocedure main {\n  start -> done { x := #x000 }\n}\n",
        "\
error: a term of sort (_ BitVec 12) for 'x' of sort (_ BitVec 8)
 --> bad.cfa:3:3
  |
3 |   start -> done { x := #x000 }
  |   ^",
    );
    check(
        "bad.cfa",
        "procedure main {\n  start ->",
        "\
error: expected the name of a location, found the end of the text
 --> bad.cfa:2:11
  |
2 |   start ->
  |           ^",
    );
}

#[test]
fn malformed_horn_clauses() {
    check(
        "bad.smt2",
        "(set-logic HORN)\n(assert (forall ((x Int)) (=> (p x) false)))\n",
        "\
error: unknown symbol 'p'
 --> bad.smt2:2:32
  |
2 | (assert (forall ((x Int)) (=> (p x) false)))
  |                                ^",
    );
}

#[test]
fn files_that_are_no_models() {
    check("empty.cfa", "", "error: empty.cfa: is empty");
    check("blank.cfa", "\n \n", "error: blank.cfa: is empty");
    check(
        "binary.cfa",
        b"var \xfe",
        "\
error: byte 0xfe is not UTF-8 text
 --> binary.cfa:1:5
  |
1 | var \u{fffd}
  |     ^",
    );
    check(
        "program.txt",
        "int main() {}",
        "error: program.txt: the format is not supported; supported are .c and .i (C), .yml \
         (SV-COMP tasks), .cfa (control-flow automata), .smt2 (constrained Horn clauses), .aig and \
         .aag (AIGER), .btor and .btor2 (BTOR2)",
    );
}

#[test]
fn files_that_are_not_there() {
    let run = lemmatic(&["verify", "missing.cfa"]);
    assert_eq!(run.code, Some(6));
    assert!(run.stderr.starts_with("error: missing.cfa: cannot be read: "), "{}", run.stderr);
    let run = lemmatic(&["verify", "examples"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""));
    assert_eq!(run.stderr, "error: examples: is a directory, not a file\n");
}

#[test]
fn wrong_usage() {
    for args in [
        &["verify"][..],
        &["verify", "--no-such-option", "examples/bounded.cfa"],
        &["verify", "--timeout", "-1", "examples/bounded.cfa"],
        &["verify", "--timeout", "soon", "examples/bounded.cfa"],
        &["verify", "--memory", "0", "examples/bounded.cfa"],
        &["verify", "--engine", "magic", "examples/bounded.cfa"],
        &["verify", "--quiet", "--stats", "examples/bounded.cfa"],
        &["verify", "--property", "memsafety", "examples/average.c"],
        &["show", "picture", "examples/bounded.cfa"],
        &["dance"],
        &[],
    ] {
        let run = lemmatic(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn wrong_names_suggest_the_nearest_and_list_all() {
    let run = lemmatic(&["verify", "--property", "no-overflows", "examples/average.c"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for part in
        ["'no-overflows'", "valid-memsafety", "termination", "similar value exists: 'no-overflow'"]
    {
        assert!(run.stderr.contains(part), "{part} is not in\n{}", run.stderr);
    }
    let run = lemmatic(&["verify", "--timeot", "3", "examples/average.c"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("'--timeout'"), "{}", run.stderr);
    let run = lemmatic(&["verify", "--property", "missing.prp", "examples/average.c"]);
    assert_eq!(run.code, Some(6), "{}", run.stderr);
}

#[test]
fn programs_that_start_nowhere() {
    check(
        "p.c",
        "int f(void) { return 0; }\n",
        "error: p.c: there is no function 'main' with a body; --function F starts at another one",
    );
}

#[test]
fn help_teaches() {
    let run = lemmatic(&["--help"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for part in ["Examples:", "result: FALSE(property)", "Exit status:", ".smt2"] {
        assert!(run.stdout.contains(part), "{part} is not in\n{}", run.stdout);
    }
    let run = lemmatic(&["verify", "--help"]);
    for part in ["--timeout", "--memory", "--proof", "bmc", "Exit status:"] {
        assert!(run.stdout.contains(part), "{part} is not in\n{}", run.stdout);
    }
    let version = format!("lemmatic {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(lemmatic(&["--version"]).stdout, version);
}
