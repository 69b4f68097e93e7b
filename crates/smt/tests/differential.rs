//! A small share of the random differential tests; `examples/compare_solvers` runs as many as wanted.

#[path = "../examples/compare_solvers/campaign.rs"]
mod campaign;

use campaign::{Logic, Tally, run_batch};
use smt::process::{ProcessSolver, find_installed};
use term::testing::tools::skip_without;

fn check(logic: Logic, cases: u64) {
    let Some(command) = find_installed() else {
        return skip_without("an SMT-LIB solver", "pip install z3-solver, or scripts/solvers");
    };
    let mut external = ProcessSolver::start(command).expect("the solver starts");
    let mut tally = Tally::default();
    if let Err(disagreement) = run_batch(logic, 0..cases, &mut external, &mut tally) {
        panic!("{disagreement}");
    }
    assert!(tally.sat > 0 && tally.unsat > 0, "{tally:?}");
}

#[test]
fn bit_vectors_agree_with_an_external_solver() {
    check(Logic::Bv, 200);
}

#[test]
fn arrays_agree_with_an_external_solver() {
    check(Logic::Abv, 100);
}

#[test]
fn chains_of_arrays_agree_with_an_external_solver() {
    check(Logic::Chains, 170);
}

#[test]
fn floats_agree_with_an_external_solver() {
    check(Logic::Fp, 60);
}

#[test]
fn linear_reals_agree_with_an_external_solver() {
    check(Logic::Lra, 100);
}

#[test]
fn linear_integers_agree_with_an_external_solver() {
    check(Logic::Lia, 100);
}

#[test]
fn all_operators_of_numbers_agree_with_an_external_solver() {
    check(Logic::Arithmetic, 60);
}

#[test]
fn arrays_of_numbers_agree_with_an_external_solver() {
    check(Logic::Cells, 120);
}
