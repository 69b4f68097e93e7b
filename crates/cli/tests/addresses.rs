//! Small C programs about addresses, pointers and allocation: what may depend on the placement of
//! objects, and what must not. A file contains many programs, each after a line `// -- NAME:
//! RESULT`.

mod common;

use common::{in_parallel, lemmatic_on, root};

/// How many programs are verified at once.
const THREADS: usize = 4;

/// The common start of all programs.
const PRELUDE: &str = "#include <stdlib.h>
#include <string.h>
#include <stddef.h>
extern void reach_error(void);
extern int nondet_int(void);
extern unsigned nondet_uint(void);
extern unsigned long nondet_ulong(void);
";

struct Program {
    name: String,
    expected: String,
    options: Vec<String>,
    text: String,
}

/// The programs of a file.
fn programs(file: &str) -> Vec<Program> {
    let path = root().join("crates/cli/tests/addresses").join(file);
    let mut programs: Vec<Program> = Vec::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if let Some((name, expected)) = line.strip_prefix("// -- ").and_then(|l| l.split_once(": "))
        {
            let (name, expected, options) = (name.to_owned(), expected.to_owned(), Vec::new());
            programs.push(Program { name, expected, options, text: PRELUDE.to_owned() });
            continue;
        }
        let program = programs.last_mut().expect("a program has a name");
        match line.strip_prefix("// options: ") {
            Some(options) => program.options.extend(options.split(' ').map(str::to_owned)),
            None => program.text += &format!("{line}\n"),
        }
    }
    programs
}

/// The default run gives the expected answer. A single engine, which may find none, gives no other
/// one.
fn check(program: &Program) {
    let Program { name, expected, options, text } = program;
    for (arch, engine) in [
        ("LP64", None),
        ("ILP32", None),
        ("LP64", Some("bmc")),
        ("LP64", Some("sample")),
        ("ILP32", Some("sample")),
    ] {
        let mut args = vec!["verify", "FILE", "--arch", arch];
        if !options.iter().any(|option| option == "--property") {
            args.extend(["--property", "unreach-call,assertion"]);
        }
        args.extend(options.iter().map(String::as_str));
        args.extend(engine.iter().flat_map(|engine| ["--engine", engine]));
        let run = lemmatic_on(&format!("{name}.c"), text.as_bytes(), &args);
        let found = run.last_line().strip_prefix("result: ").unwrap_or_default();
        let is_open = found.starts_with("UNKNOWN(") && !found.contains("rejected");
        let is_right = found == expected || is_open && (engine.is_some() || expected == "UNKNOWN");
        assert!(is_right, "{name} {args:?}: {found}, not {expected}\n{text}\n{}", run.stderr);
    }
}

fn check_all(file: &str, least: usize) {
    let programs = programs(file);
    assert!(programs.len() >= least, "{} programs", programs.len());
    in_parallel(THREADS, programs, |program| check(&program));
}

#[test]
fn values_of_addresses() {
    check_all("values.c", 40);
}

#[test]
fn moved_addresses() {
    check_all("moves.c", 30);
}

#[test]
fn content_and_allocation() {
    check_all("content.c", 30);
}

#[test]
fn guesses_and_reuse() {
    check_all("guesses.c", 30);
}
