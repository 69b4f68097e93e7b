//! Programs of our own, one per language feature: their output in the interpreter must equal their
//! output when compiled by gcc.
//!
//! A folder is a program of several files. A file whose first line contains `64` is for LP64 only.
//! ILP32 is compared if gcc can build such programs.

#[path = "../examples/differential/compare.rs"]
mod compare;

use compare::{Comparison, Setting, gcc_makes};
use program::Machine;
use std::path::{Path, PathBuf};
use term::testing::tools::skip_without;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let entries = std::fs::read_dir(folder).expect("a folder of programs");
    let mut programs: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a program").path()).collect();
    programs.sort();
    programs
}

fn check(machine: Machine) {
    let folder = tempfile::tempdir().expect("a folder");
    if !gcc_makes(machine, folder.path()) {
        assert!(machine == Machine::Ilp32, "gcc makes programs for this machine");
        return skip_without("gcc -m32", "Debian: gcc-multilib, or scripts/gcc");
    }
    let setting = Setting::new(machine, 50_000_000);
    let mut failures = Vec::new();
    for program in programs() {
        let text = std::fs::read_to_string(&program).unwrap_or_default();
        let only_wide = text.lines().next().is_some_and(|line| line.contains("64"));
        if only_wide && machine == Machine::Ilp32 {
            continue;
        }
        match setting.compare(&program, folder.path()) {
            Comparison::Agree(output) if !output.is_empty() => {}
            other => failures.push(format!("{}: {other:?}", program.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_print_what_gcc_makes_them_print() {
    check(Machine::Lp64);
}

#[test]
fn programs_of_32_bits_print_what_gcc_makes_them_print() {
    check(Machine::Ilp32);
}
