//! Runs programs and their models side by side. `examples/model_against_interpreter` does the same
//! with more programs and more runs.

#[path = "../examples/model_against_interpreter/reduced.rs"]
mod reduced;
#[path = "../examples/model_against_interpreter/variants.rs"]
mod variants;

use passes::memory::lockstep::End;
use program::{Machine, Program};
use reduced::ReducedRun;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use variants::{Effort, compare_models};

const EFFORT: Effort = Effort { first_seed: 1, runs: 2, max_steps: 1000, reductions: 1 };

/// How runs of models ended, and what was found out about reductions.
#[derive(Debug, Default)]
struct Counts {
    ends: BTreeMap<End, u64>,
    reduced: BTreeMap<ReducedRun, u64>,
}

/// Compares a program with all of its models.
fn check(name: &str, program: &Program, counts: &mut Counts) {
    let Counts { ends, reduced } = counts;
    let differences = compare_models(
        program,
        EFFORT,
        |agreement| *ends.entry(agreement.end).or_default() += 1,
        |run| *reduced.entry(run).or_default() += 1,
    );
    assert!(differences.is_empty(), "{name}: {}", differences.join("\n"));
}

fn check_text(text: &str) -> BTreeMap<End, u64> {
    let program = program::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut counts = Counts::default();
    check(text, &program, &mut counts);
    counts.ends
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

/// Compares all C files of a folder on one machine.
fn check_files(folder: &str, machine: Machine) -> Counts {
    let mut counts = Counts::default();
    for file in files_in(folder) {
        let compiled = c::compile(std::slice::from_ref(&file), &c::Options::new(machine));
        // Some files are for one machine only, or need options.
        if let Ok(program) = compiled {
            check(&file.display().to_string(), &program, &mut counts);
        }
    }
    counts
}

#[test]
fn models_run_as_programs_of_64_bits_do() {
    let Counts { ends, .. } = check_files("crates/c/tests/run", Machine::Lp64);
    assert!(ends[&End::Ended] > 200, "{ends:?}");
    let Counts { ends, reduced } = check_files("crates/cli/tests/c", Machine::Lp64);
    assert!(ends[&End::Ended] > 500 && ends[&End::Violated] > 100, "{ends:?}");
    assert!(reduced[&ReducedRun::Found] > 100, "{reduced:?}");
}

#[test]
fn models_run_as_programs_of_32_bits_do() {
    let Counts { ends, .. } = check_files("crates/c/tests/run", Machine::Ilp32);
    assert!(ends[&End::Ended] > 200, "{ends:?}");
    let Counts { ends, .. } = check_files("examples", Machine::Ilp32);
    assert!(ends[&End::Ended] > 10, "{ends:?}");
}

#[test]
fn values_in_one_cell_are_all_there_at_the_start() {
    let ends = check_text(
        "machine lp64
         global &u \"u\" : u8 in 4 align 4 = { 0: #x01, 1: #x02, 3: #x04 }
         global &p \"p\" : u8 in 16 align 8 = { 0: &u, 8: #x05 }
         entry function main at &main () {
           register x : i32 register q : pointer register y : i64
           b0: load x &u load q &p load y (bvadd &p #x0000000000000008) goto b1
           b1: branch (= x #x00000000) b0 b2
           b2: return
         }",
    );
    assert_eq!(ends.keys().collect::<Vec<_>>(), [&End::Ended], "{ends:?}");
}

#[test]
fn objects_of_activations_and_allocations_keep_their_order() {
    let ends = check_text(
        "machine ilp32
         global &head \"head\" : pointer in 4 align 4 = { }
         entry function main at &main () {
           register n : u32 register p : pointer register q : pointer register x : i32
           object &l \"l\" : i32 in 4 align 4
           b0: choose n input \"n\" n := (bvand n #x00000007) goto b1
           b1: branch (= n #x00000000) b3 b2
           b2: begin &l store &l n allocate p heap #x00000008 load q &head store p q
               store &head p load x &l store (bvadd p #x00000004) x
               n := (bvsub n #x00000001) goto b1
           b3: load p &head branch (= p #x00000000) b5 b4
           b4: load q p store &head q free p goto b3
           b5: return
         }",
    );
    assert_eq!(ends.keys().collect::<Vec<_>>(), [&End::Ended], "{ends:?}");
}

/// Each activation has registers and an object of its own, which its callers still have afterwards.
#[test]
fn activations_of_procedures_have_their_own_values() {
    let ends = check_text(
        "machine lp64
         global &total \"total\" : i32 in 4 align 4 = { }
         entry function main at &main () {
           register n : i32 register r : i32
           b0: choose n input \"n\" n := (bvand n #x00000007) call r := sum(n) goto b1
           b1: branch (= r #x00000000) b2 b3
           b2: return
           b3: store &total r return
         }
         function sum at &sum (sum.n) returns sum.r {
           register sum.n : i32 register sum.r : i32 register x : i32 register p : pointer
           object &l \"l\" : i32 in 4 align 4
           b0: begin &l store &l sum.n p := &l branch (= sum.n #x00000000) b1 b2
           b1: sum.r := #x00000000 goto b3
           b2: call sum.r := sum((bvsub sum.n #x00000001)) load x p sum.r := (bvadd sum.r x) goto b3
           b3: end &l return
         }",
    );
    // Two runs of each model, and each model with and without calls.
    assert_eq!(ends.keys().collect::<Vec<_>>(), [&End::Ended], "{ends:?}");
    assert_eq!(ends[&End::Ended], 28, "{ends:?}");
}
