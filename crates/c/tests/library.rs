//! Library functions with random arguments; `examples/differential` runs as many as wanted.

#[path = "../examples/differential/compare.rs"]
mod compare;
#[path = "../examples/differential/library.rs"]
mod library;

use compare::{Comparison, Setting, gcc_makes};
use program::Machine;
use term::testing::tools::skip_without;

fn check(machine: Machine) {
    let folder = tempfile::tempdir().expect("a folder");
    if !gcc_makes(machine, folder.path()) {
        assert!(machine == Machine::Ilp32, "gcc makes programs for this machine");
        return skip_without("gcc -m32", "Debian: gcc-multilib, or scripts/gcc");
    }
    let setting = Setting::new(machine, 50_000_000);
    let file = folder.path().join("library.c");
    for seed in 0..3 {
        std::fs::write(&file, library::generate(seed, 60)).expect("the folder can be written to");
        match setting.compare(&file, folder.path()) {
            Comparison::Agree(output) if output.lines().count() == 600 => {}
            other => panic!("{machine:?} seed {seed}: {other:?}"),
        }
    }
}

#[test]
fn library_functions_return_what_the_system_returns() {
    check(Machine::Lp64);
}

#[test]
fn library_functions_of_32_bit_programs_return_what_the_system_returns() {
    check(Machine::Ilp32);
}
