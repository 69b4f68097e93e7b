//! Interpolants of formulas by implicants.
//!
//! A model of the first formula has an implicant, a conjunction, which is interpolated with the second formula. The
//! interpolant is the disjunction of these, and ends when it covers the first formula (section 4 of McMillan, "Lazy
//! Annotation Revisited", 2014, with the sides exchanged).
//!
//! A conjunction of inequalities is interpolated with implicants of the second formula by sums. Where that is not
//! possible (integers may need cuts; truth values, arrays and bit-vectors have no sums) it is projected to the
//! shared symbols, and the part of the projection that contradicts the second formula is an interpolant of it.

use super::{MINIMISATION_CONFLICTS, farkas};
use crate::budget::Budget;
use crate::embedded::EmbeddedSolver;
use crate::projection::{implicant, project};
use crate::sat::SatBackend;
use crate::traits::{Cores, Interpolation, Models, Outcome, Solver, UnknownReason, minimise_core};
use term::{Op, Symbol, Term, TermStore};

/// A conjunction that would take more sums than this is projected.
const MAX_SUMS: usize = 12;

/// An interpolant of two formulas with these shared symbols.
pub(super) fn interpolate(
    backend: SatBackend,
    store: &mut TermStore,
    a: Term,
    b: Term,
    shared: &[Symbol],
    budget: &Budget,
) -> Result<Interpolation, UnknownReason> {
    let mut side_a = EmbeddedSolver::new(backend);
    let mut side_b = EmbeddedSolver::new(backend);
    side_a.assert(store, a);
    side_b.assert(store, b);
    let brief = budget.clone().with_conflict_limit(MINIMISATION_CONFLICTS);
    let mut covered = Vec::new();
    while is_satisfiable(&mut side_a, store, &[], budget)? {
        let mut value = |store: &mut TermStore, term: Term| side_a.value(store, term);
        let literals = implicant(store, &mut value, &[a]);
        let part = match by_sums(backend, store, &literals, b, budget)? {
            Some(sums) => sums,
            None => {
                let is_local = |symbol: Symbol| !shared.contains(&symbol);
                let literals = project(store, &mut value, &is_local, literals);
                if is_satisfiable(&mut side_b, store, &literals, budget)? {
                    return Ok(Interpolation::Consistent);
                }
                let core = side_b.core();
                let core = minimise_core(&mut side_b, store, &core, &brief);
                store.and(&core)
            }
        };
        let outside = store.not(part);
        side_a.assert(store, outside);
        covered.push(part);
    }
    Ok(Interpolation::Interpolant(store.or(&covered)))
}

/// An interpolant of a conjunction of literals and a formula: one of each implicant of the formula, until their
/// conjunction contradicts it. Nothing if they are too many, or have none that is found this way.
fn by_sums(
    backend: SatBackend,
    store: &mut TermStore,
    literals: &[Term],
    formula: Term,
    budget: &Budget,
) -> Result<Option<Term>, UnknownReason> {
    let of_numbers = |store: &TermStore, literals: &[Term]| -> Vec<Term> {
        literals.iter().copied().filter(|&literal| is_inequality(store, literal)).collect()
    };
    let numeric = of_numbers(store, literals);
    let a = store.and(&numeric);
    let mut solver = EmbeddedSolver::new(backend);
    solver.assert(store, formula);
    let mut sums = Vec::new();
    while is_satisfiable(&mut solver, store, &[], budget)? {
        if sums.len() == MAX_SUMS {
            return Ok(None);
        }
        let mut value = |store: &mut TermStore, term: Term| solver.value(store, term);
        let opposite = implicant(store, &mut value, &[formula]);
        let contradicted = literals.iter().find(|&&literal| {
            let not = store.not(literal);
            opposite.contains(&not)
        });
        let sum = match contradicted {
            Some(&literal) => literal,
            None => {
                let numeric = of_numbers(store, &opposite);
                let b = store.and(&numeric);
                match farkas::interpolate(store, a, b, budget) {
                    Ok(Interpolation::Interpolant(sum)) => sum,
                    // What was left out may contradict, or cuts are needed.
                    Ok(_) | Err(UnknownReason::Unsupported(_)) => return Ok(None),
                    Err(reason) => return Err(reason),
                }
            }
        };
        solver.assert(store, sum);
        sums.push(sum);
    }
    Ok(Some(store.and(&sums)))
}

/// Whether a literal is an inequality or equation of numbers.
fn is_inequality(store: &TermStore, literal: Term) -> bool {
    match store.op(literal) {
        Op::Le | Op::Lt => true,
        Op::Eq => store.sort(store.args(literal)[0]).is_arithmetic(),
        Op::Not => matches!(store.op(store.args(literal)[0]), Op::Le | Op::Lt),
        _ => false,
    }
}

fn is_satisfiable(
    solver: &mut EmbeddedSolver,
    store: &mut TermStore,
    assumed: &[Term],
    budget: &Budget,
) -> Result<bool, UnknownReason> {
    match solver.check(store, assumed, budget) {
        Outcome::Sat => Ok(true),
        Outcome::Unsat => Ok(false),
        Outcome::Unknown(reason) => Err(reason),
    }
}
