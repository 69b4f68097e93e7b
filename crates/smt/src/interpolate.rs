//! Craig interpolants without proofs.
//!
//! For contradictory `a` and `b` the interpolant is built clause by clause. A model of `b` and the
//! clauses so far, projected to the shared vocabulary as a cube of bits, contradicts `a`. The part
//! of the cube that `a` needs for that (its core, minimised) gives the next clause. This is the
//! method of Chockler, Ivrii and Matsliah ("Computing interpolants without proofs", 2012): every
//! clause is implied by `a`, and in the end `b` contradicts their conjunction.
//!
//! Integers, reals and arrays have no bits. Interpolants of conjunctions of linear inequalities come from
//! certificates (`farkas.rs`), those of other formulas from implicants (`implicants.rs`). Sequences and trees of
//! formulas are interpolated one by one (`trees.rs`).

mod farkas;
mod implicants;
mod trees;

pub use trees::{TreeNode, sequence_interpolants, tree_interpolants};

use crate::budget::Budget;
use crate::embedded::EmbeddedSolver;
use crate::sat::SatBackend;
use crate::traits::{
    Cores, Interpolants, Interpolation, Models, Outcome, Solver, UnknownReason, minimise_core,
};
use rustc_hash::FxHashSet;
use term::{Sort, Symbol, Term, TermStore, Value, free_vars, post_order};

/// The conflict limit of each attempt to drop a bit from a clause.
const MINIMISATION_CONFLICTS: u64 = 200;

/// Interpolates conjunctions of linear inequalities by the sum that refutes them, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct FarkasInterpolator;

impl Interpolants for FarkasInterpolator {
    fn interpolate(
        &mut self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Interpolation {
        farkas::interpolate(store, a, b, budget).unwrap_or_else(Interpolation::Unknown)
    }
}

/// Interpolates with a pair of embedded solvers, one per side, whose models it enumerates.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnumeratingInterpolator {
    backend: SatBackend,
}

impl EnumeratingInterpolator {
    /// An interpolator on the given SAT solver.
    pub fn new(backend: SatBackend) -> EnumeratingInterpolator {
        EnumeratingInterpolator { backend }
    }
}

impl Interpolants for EnumeratingInterpolator {
    fn interpolate(
        &mut self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Interpolation {
        self.interpolant(store, a, b, budget).unwrap_or_else(Interpolation::Unknown)
    }
}

impl EnumeratingInterpolator {
    fn interpolant(
        self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Result<Interpolation, UnknownReason> {
        let shared = shared_symbols(store, a, b)?;
        let has_bits =
            |&symbol: &Symbol| matches!(store.symbol_sort(symbol), Sort::Bool | Sort::BitVec(_));
        if shared.iter().all(has_bits) && !has_numbers(store, a) && !has_numbers(store, b) {
            return self.enumerate(store, a, b, &shared, budget);
        }
        match farkas::interpolate(store, a, b, budget) {
            Err(UnknownReason::Unsupported(_)) => {
                implicants::interpolate(self.backend, store, a, b, &shared, budget)
            }
            found => found,
        }
    }

    fn enumerate(
        self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        shared: &[Symbol],
        budget: &Budget,
    ) -> Result<Interpolation, UnknownReason> {
        let mut side_a = EmbeddedSolver::new(self.backend);
        let mut side_b = EmbeddedSolver::new(self.backend);
        side_a.assert(store, a);
        side_b.assert(store, b);
        let brief = budget.clone().with_conflict_limit(MINIMISATION_CONFLICTS);
        let mut clauses = Vec::new();
        loop {
            match side_b.check(store, &[], budget) {
                Outcome::Unsat => return Ok(Interpolation::Interpolant(store.and(&clauses))),
                Outcome::Unknown(reason) => return Err(reason),
                Outcome::Sat => {}
            }
            let cube = shared_cube(store, &mut side_b, shared);
            match side_a.check(store, &cube, budget) {
                Outcome::Sat => return Ok(Interpolation::Consistent),
                Outcome::Unknown(reason) => return Err(reason),
                Outcome::Unsat => {}
            }
            let core = side_a.core();
            let core = minimise_core(&mut side_a, store, &core, &brief);
            let negated: Vec<Term> = core.iter().map(|&literal| store.not(literal)).collect();
            let clause = store.or(&negated);
            side_b.assert(store, clause);
            clauses.push(clause);
        }
    }
}

/// Whether a formula talks about integers or reals.
fn has_numbers(store: &TermStore, formula: Term) -> bool {
    let parts = post_order(store, &[formula], |_| false);
    parts.into_iter().any(|part| store.sort(part).is_arithmetic())
}

/// The symbols of both sides, if formulas over them can be interpolated.
fn shared_symbols(store: &TermStore, a: Term, b: Term) -> Result<Vec<Symbol>, UnknownReason> {
    let unsupported = |what: &str| Err(UnknownReason::Unsupported(what.to_owned()));
    let of_a: FxHashSet<Symbol> = free_vars(store, &[a]).into_iter().collect();
    let shared: Vec<Symbol> =
        free_vars(store, &[b]).into_iter().filter(|symbol| of_a.contains(symbol)).collect();
    for &symbol in &shared {
        if matches!(store.symbol_sort(symbol), Sort::Float(_) | Sort::RoundingMode) {
            return unsupported("interpolation over shared floats");
        }
    }
    let functions_of_a = term::traverse::functions(store, &[a]);
    let functions_of_b = term::traverse::functions(store, &[b]);
    if functions_of_a.iter().any(|function| functions_of_b.contains(function)) {
        return unsupported("interpolation over shared functions");
    }
    Ok(shared)
}

/// The values of the shared symbols as literals, one per bit.
fn shared_cube(store: &mut TermStore, solver: &mut EmbeddedSolver, shared: &[Symbol]) -> Vec<Term> {
    let mut cube = Vec::new();
    for &symbol in shared {
        let variable = store.var(symbol);
        match solver.value(store, variable) {
            Value::Bool(true) => cube.push(variable),
            Value::Bool(false) => cube.push(store.not(variable)),
            Value::BitVec(bits) => {
                for i in 0..bits.width() {
                    let bit = store.bit(i, variable);
                    cube.push(if bits.bit(i) { bit } else { store.not(bit) });
                }
            }
            _ => unreachable!("only symbols with bits are shared"),
        }
    }
    cube
}

#[cfg(test)]
mod tests;
