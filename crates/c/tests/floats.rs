//! A few random programs about floats; `examples/differential` runs as many as wanted.

#[path = "../examples/differential/compare.rs"]
mod compare;
#[path = "../examples/differential/floats.rs"]
mod floats;

use compare::{Comparison, Setting, gcc_makes};
use program::Machine;
use term::testing::tools::skip_without;

fn check(machine: Machine) {
    let folder = tempfile::tempdir().expect("a folder");
    if !gcc_makes(machine, folder.path()) {
        assert!(machine == Machine::Ilp32, "gcc makes programs for this machine");
        return skip_without("gcc -m32", "Debian: gcc-multilib, or scripts/gcc");
    }
    let setting = Setting::new(machine, 1_000_000);
    let file = folder.path().join("floats.c");
    let mut failures = Vec::new();
    for seed in 0..10 {
        std::fs::write(&file, floats::generate(seed)).expect("the folder can be written to");
        match setting.compare(&file, folder.path()) {
            Comparison::Agree(output) if output.lines().count() > 80 => {}
            other => failures.push(format!("{machine:?} seed {seed}: {other:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn floats_have_the_bits_that_the_hardware_gives_them() {
    check(Machine::Lp64);
}

#[test]
fn floats_of_32_bit_programs_have_the_bits_that_the_hardware_gives_them() {
    check(Machine::Ilp32);
}
