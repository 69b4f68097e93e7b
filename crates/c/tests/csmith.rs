//! A few small programs of csmith; `examples/differential` runs many large ones.

#[path = "../examples/differential/compare.rs"]
mod compare;
#[path = "../examples/differential/csmith.rs"]
mod csmith;

use compare::{Comparison, Setting, gcc_makes};
use program::Machine;
use term::testing::tools::skip_without;

/// Keeps programs small enough for a build without optimisation.
const SMALL: [&str; 10] = [
    "--max-funcs",
    "3",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "2",
    "--max-expr-complexity",
    "5",
    "--max-array-len-per-dim",
    "4",
];

fn check(machine: Machine) {
    let Some(headers) = csmith::headers() else {
        return skip_without("csmith", "Debian: csmith, libcsmith-dev, or scripts/csmith");
    };
    let folder = tempfile::tempdir().expect("a folder");
    if !gcc_makes(machine, folder.path()) {
        assert!(machine == Machine::Ilp32, "gcc makes programs for this machine");
        return skip_without("gcc -m32", "Debian: gcc-multilib, or scripts/gcc");
    }
    let setting = Setting { includes: vec![headers], ..Setting::new(machine, 20_000_000) };
    let mut failures = Vec::new();
    for seed in 0..10 {
        let file = csmith::generate(seed, machine, &SMALL, folder.path()).expect("a program");
        match setting.compare(&file, folder.path()) {
            Comparison::Agree(output) => assert!(output.contains("checksum = "), "{output}"),
            other => failures.push(format!("{machine:?} seed {seed}: {other:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_have_the_checksum_that_gcc_gives_them() {
    check(Machine::Lp64);
}

#[test]
fn programs_of_32_bits_have_the_checksum_that_gcc_gives_them() {
    check(Machine::Ilp32);
}
