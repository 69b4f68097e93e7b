//! Budgets that are exhausted during a search, and the state of solvers afterwards.

use std::thread;
use std::time::Duration;

use super::backends;
use crate::budget::{Budget, StopReason, resident_memory};
use crate::sat::{Lit, SatResult, SatSolver};

/// Adds clauses saying, if the returned literal holds, that each of `holes + 1` pigeons has a hole
/// of its own. Resolution refutes this only in exponentially many steps.
fn add_pigeonhole(solver: &mut dyn SatSolver, holes: usize) -> Lit {
    let guard: Lit = solver.new_var(true).into();
    let pigeons: Vec<Vec<Lit>> =
        (0..=holes).map(|_| (0..holes).map(|_| solver.new_var(true).into()).collect()).collect();
    for (i, pigeon) in pigeons.iter().enumerate() {
        let mut somewhere = pigeon.clone();
        somewhere.push(!guard);
        solver.add_clause(&somewhere);
        for other in &pigeons[..i] {
            for (a, b) in pigeon.iter().zip(other) {
                solver.add_clause(&[!*a, !*b]);
            }
        }
    }
    guard
}

/// Solves a hard problem on another thread with every backend, while
/// `disturb` runs on this one; expects it to stop for `reason` and the solver
/// to answer afterwards.
fn check(budget: impl Fn() -> Budget, disturb: impl Fn(&Budget), reason: StopReason) {
    for backend in backends() {
        // The timeout turns a limit that does not work into a failure.
        let budget = budget().with_timeout(Duration::from_secs(60));
        let mut solver = backend.build();
        let guard = add_pigeonhole(solver.as_mut(), 12);
        let (answer, mut solver) = thread::scope(|scope| {
            let search = scope.spawn(|| (solver.solve(&[guard], &budget), solver));
            disturb(&budget);
            search.join().expect("solvers do not panic")
        });
        assert_eq!(answer, SatResult::Unknown(reason), "{backend:?}");
        assert_eq!(solver.value(guard), None);
        assert_eq!(solver.core(), []);

        let unlimited = Budget::unlimited();
        assert_eq!(solver.solve(&[!guard], &unlimited), SatResult::Sat);
        assert_eq!(solver.value(guard), Some(false));
        let small = add_pigeonhole(solver.as_mut(), 3);
        assert_eq!(solver.solve(&[!guard, small], &unlimited), SatResult::Unsat);
        assert_eq!(solver.core(), [small]);
    }
}

/// Waits until a solver is in the middle of its search.
fn wait_for_search() {
    thread::sleep(Duration::from_millis(30));
}

#[test]
fn an_interrupt() {
    check(
        Budget::unlimited,
        |budget| {
            wait_for_search();
            budget.interrupt().raise();
        },
        StopReason::Interrupted,
    );
}

#[test]
fn a_deadline() {
    check(
        || Budget::unlimited().with_timeout(Duration::from_millis(30)),
        |_| {},
        StopReason::Timeout,
    );
}

#[test]
fn a_memory_limit_passed_before() {
    check(|| Budget::unlimited().with_memory_limit(1), |_| {}, StopReason::Memory);
}

#[test]
fn a_memory_limit_passed_during_the_search() {
    let in_use = resident_memory().expect("this system has /proc");
    check(
        || Budget::unlimited().with_memory_limit(in_use + (64 << 20)),
        |budget| {
            wait_for_search();
            let block = vec![1_u8; 128 << 20];
            while budget.check().is_ok() {
                thread::yield_now();
            }
            // Kept until the search has had time to notice it.
            thread::sleep(Duration::from_millis(100));
            drop(std::hint::black_box(block));
        },
        StopReason::Memory,
    );
}

#[test]
fn a_conflict_limit() {
    check(|| Budget::unlimited().with_conflict_limit(100), |_| {}, StopReason::ConflictLimit);
}

#[test]
fn the_conflict_limit_is_for_each_call() {
    let budget = Budget::unlimited().with_conflict_limit(100);
    for backend in backends() {
        let mut solver = backend.build();
        let guard = add_pigeonhole(solver.as_mut(), 12);
        for calls in 1..=3 {
            assert_eq!(
                solver.solve(&[guard], &budget),
                SatResult::Unknown(StopReason::ConflictLimit)
            );
            let statistics = solver.statistics();
            assert_eq!(statistics.solves, calls);
            assert!(
                (100 * calls..=110 * calls).contains(&statistics.conflicts),
                "{backend:?} {statistics:?}"
            );
            assert!(statistics.decisions > 0);
            assert!(statistics.propagations > 0);
        }
    }
}
