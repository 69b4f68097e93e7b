//! Equivalent programs behave the same: the executables of gcc show it.

use hunt::ast::Program;
use hunt::campaign::kind_of_batch;
use hunt::equivalent::Change;
use hunt::generate::program;
use hunt::oracle::{Watch, observe};
use hunt::rng::Rng;

/// Batches of both machines: with claims, and with risks of overflow and memory.
const BATCHES: [u64; 4] = [0, 1, 2, 10];

/// Programs in a batch.
const PROGRAMS: u64 = 4;

#[test]
fn every_change_leaves_the_runs_of_random_programs_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut unused = Change::ALL.to_vec();
    for number in BATCHES {
        let (machine, risk) = kind_of_batch(number);
        let mut rng = Rng::new(number);
        let seeds = number * PROGRAMS..(number + 1) * PROGRAMS;
        let programs: Vec<Program> = seeds.map(|seed| program(seed, machine, risk)).collect();
        let mut variants: Vec<(usize, Change, Program)> = Vec::new();
        for change in Change::ALL {
            for (at, program) in programs.iter().enumerate() {
                let mut variant = program.clone();
                change.apply(&mut variant, &mut rng);
                if variant != *program {
                    unused.retain(|&other| other != change);
                    variants.push((at, change, variant));
                }
            }
        }
        // One compilation for all, since starting gcc takes longer than compiling a small program.
        let all: Vec<&Program> =
            programs.iter().chain(variants.iter().map(|(.., variant)| variant)).collect();
        let observed = observe(&all, Watch::for_risk(risk), folder.path())
            .unwrap_or_else(|error| panic!("batch {number}: {error}"));
        let (before, after) = observed.split_at(programs.len());
        for ((at, change, variant), after) in variants.iter().zip(after) {
            assert_eq!(&before[*at], after, "{change:?}: {:#?}", hunt::print::files(variant));
        }
    }
    assert!(unused.is_empty(), "no program was changed by {unused:?}");
}
