//! The same queries for every backend.

mod limits;
mod random;
mod theory;

use super::{BatsatOptions, CadicalOptions, Lit, SatBackend, SatResult, Var};
use crate::budget::Budget;

/// Every backend with every combination of its options.
fn backends() -> Vec<SatBackend> {
    let fixed = [false, true].into_iter().flat_map(|switch| {
        let decide_inputs_only = switch;
        let inprocessing = switch;
        [
            SatBackend::Batsat(BatsatOptions { decide_inputs_only }),
            SatBackend::Cadical(CadicalOptions { inprocessing }),
        ]
    });
    fixed
        .chain(
            [false, true].map(|inprocessing| SatBackend::Adaptive(CadicalOptions { inprocessing })),
        )
        .collect()
}

/// Assumptions, and the expected core if they contradict the clauses.
type Query<'a> = (&'a [i32], Result<(), &'a [i32]>);

/// Asks every backend all the `queries`, given `vars` variables and `clauses` in DIMACS. Their
/// cores must be unique, since solvers need not find the smallest.
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

#[test]
fn evidence_survives_additions_until_the_next_query() {
    for backend in backends() {
        let mut solver = backend.build();
        let (a, b): (Lit, Lit) = (solver.new_var(true).into(), solver.new_var(true).into());
        solver.add_clause(&[a, b]);
        assert_eq!(solver.value(a), None);
        assert_eq!(solver.solve(&[!a], &Budget::unlimited()), SatResult::Sat);
        let c: Lit = solver.new_var(true).into();
        solver.add_clause(&[a, !b, c]);
        solver.add_clause(&[!c]);
        assert_eq!(solver.value(a), Some(false), "{backend:?}");
        assert_eq!(solver.value(!a), Some(true), "{backend:?}");
        assert_eq!(solver.value(b), Some(true), "{backend:?}");
        assert_eq!(solver.value(c), None, "{backend:?}");

        assert_eq!(solver.solve(&[!a], &Budget::unlimited()), SatResult::Unsat);
        let d: Lit = solver.new_var(true).into();
        solver.add_clause(&[d, a]);
        assert_eq!(solver.value(b), None, "{backend:?}");
        assert_eq!(solver.core(), [!a], "{backend:?}");
        assert_eq!(solver.solve(&[d], &Budget::unlimited()), SatResult::Sat);
    }
}

#[test]
#[should_panic]
fn literals_of_another_solver_are_refused_by_batsat() {
    add_unknown_literal(SatBackend::Batsat(BatsatOptions::default()));
}

#[test]
#[should_panic]
fn literals_of_another_solver_are_refused_by_cadical() {
    add_unknown_literal(SatBackend::Cadical(CadicalOptions::default()));
}

fn add_unknown_literal(backend: SatBackend) {
    backend.build().add_clause(&[Var::new(0).into()]);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "does not follow")]
fn a_gate_without_definition_is_noticed() {
    let options = BatsatOptions { decide_inputs_only: true };
    let mut solver = SatBackend::Batsat(options).build();
    solver.new_var(false);
    solver.solve(&[], &Budget::unlimited());
}
