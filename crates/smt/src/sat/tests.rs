//! The same questions to every backend.

use super::{BatsatOptions, Lit, SatBackend, SatResult};
use crate::budget::Budget;

/// Every backend with every combination of its options.
fn backends() -> Vec<SatBackend> {
    [false, true]
        .into_iter()
        .map(|decide_inputs_only| SatBackend::Batsat(BatsatOptions { decide_inputs_only }))
        .collect()
}

/// Assumptions and, if they contradict the clauses, the core to expect.
type Query<'a> = (&'a [i32], Result<(), &'a [i32]>);

/// Asks every backend, given `vars` variables and `clauses` in DIMACS, all the
/// `queries`. Their cores must be unique, for solvers need not find the smallest.
fn check(vars: usize, clauses: &[&[i32]], queries: &[Query]) {
    for backend in backends() {
        let mut solver = backend.build();
        let lits: Vec<Lit> = (0..vars).map(|_| solver.new_var(true).into()).collect();
        let decode = |dimacs: &[i32]| -> Vec<Lit> {
            let lit = |name: &i32| lits[name.unsigned_abs() as usize - 1] ^ (*name < 0);
            dimacs.iter().map(lit).collect()
        };
        for clause in clauses {
            solver.add_clause(&decode(clause));
        }
        for (assumptions, expected) in queries {
            let answer = solver.solve(&decode(assumptions), &Budget::unlimited());
            match expected {
                Ok(()) => assert_eq!(answer, SatResult::Sat, "{backend:?} {assumptions:?}"),
                Err(core) => {
                    assert_eq!(answer, SatResult::Unsat, "{backend:?} {assumptions:?}");
                    assert_eq!(solver.core(), decode(core), "{backend:?} {assumptions:?}");
                }
            }
        }
    }
}

#[test]
fn no_clauses() {
    check(2, &[], &[(&[], Ok(())), (&[1, -2], Ok(()))]);
}

#[test]
fn assumptions_repeated() {
    check(
        2,
        &[&[-1, 2]],
        &[(&[1, 1, 1], Ok(())), (&[1, -2, 1, -2, -2], Err(&[1, -2])), (&[2, 2], Ok(()))],
    );
}

#[test]
fn assumptions_that_contradict_each_other() {
    check(
        3,
        &[&[1, 2]],
        &[(&[3, 1, -1], Err(&[1, -1])), (&[-3, -1, 2, 1], Err(&[-1, 1])), (&[3], Ok(()))],
    );
}

#[test]
fn an_assumption_that_clauses_refute() {
    check(2, &[&[1]], &[(&[2, -1], Err(&[-1])), (&[-2, 1], Ok(())), (&[-1], Err(&[-1]))]);
}

#[test]
fn the_empty_clause() {
    check(1, &[&[]], &[(&[], Err(&[])), (&[1], Err(&[]))]);
}

#[test]
fn clauses_alone_unsatisfiable() {
    check(
        2,
        &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]],
        &[(&[1, -1], Err(&[])), (&[2], Err(&[])), (&[], Err(&[]))],
    );
}

#[test]
fn tautologies_and_repeated_literals() {
    check(
        2,
        &[&[1, -1], &[2, 1, -2], &[1, 1, 1, 2], &[2, 2]],
        &[(&[-1], Ok(())), (&[1], Ok(())), (&[-2, -1], Err(&[-2]))],
    );
}
