//! Small modules as people write them, each in a correct version and in one with a bug.

mod common;

use common::{in_parallel, lemmatic};

/// The modules that are proved in seconds.
const PROVED: &[&str] = &[
    "crc32",
    "matrix",
    "pool",
    "queue",
    "ring_buffer",
    "search",
    "sorted_list",
    "state_machine",
    "tokenizer",
    "utf8",
];

/// The modules whose correct version takes more than a few seconds to prove.
const HARD: &[&str] = &["packet", "pid"];

fn verify(module: &str, options: &[&str]) -> common::Run {
    let file = format!("crates/cli/tests/modules/{module}.c");
    let mut args = vec!["verify", &file, "--property", "all"];
    args.extend(options);
    lemmatic(&args)
}

#[test]
fn bugs_are_found() {
    let modules: Vec<&str> = PROVED.iter().chain(HARD).copied().collect();
    in_parallel(2, modules, |module| {
        let run = verify(module, &["-D", "BUG"]);
        assert_eq!(run.code, Some(10), "{module}:\n{}", run.stdout);
    });
}

#[test]
fn correct_versions_are_proved() {
    in_parallel(2, PROVED.to_vec(), |module| {
        verify(module, &[]).check("result: TRUE", 0);
    });
}

/// Nothing is claimed against them, however little time there is.
#[test]
fn there_are_no_false_alarms() {
    in_parallel(2, HARD.to_vec(), |module| {
        let run = verify(module, &["--timeout", "2"]);
        assert!(matches!(run.code, Some(0 | 5)), "{module}:\n{}", run.stdout);
    });
}
