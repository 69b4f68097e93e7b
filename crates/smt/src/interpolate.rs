//! Craig interpolants without proofs.
//!
//! For contradictory `a` and `b` the interpolant is built clause by clause. A model of `b` and the
//! clauses so far, projected to the shared vocabulary as a cube of bits, contradicts `a`. The part
//! of the cube that `a` needs for that (its core, minimised) gives the next clause. This is the
//! method of Chockler, Ivrii and Matsliah ("Computing interpolants without proofs", 2012): every
//! clause is implied by `a`, and in the end `b` contradicts their conjunction.
//!
//! Conjunctions of linear inequalities over integers and reals have no bits; their interpolants come from
//! certificates (`farkas.rs`).

mod farkas;

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

/// Interpolates with a pair of embedded solvers, one per side, and linear inequalities by the sum that
/// refutes them.
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
        let found = if has_numbers(store, a) || has_numbers(store, b) {
            farkas::interpolate(store, a, b, budget)
        } else {
            self.enumerate(store, a, b, budget)
        };
        match found {
            Ok(interpolation) => interpolation,
            Err(reason) => Interpolation::Unknown(reason),
        }
    }
}

impl EnumeratingInterpolator {
    fn enumerate(
        self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Result<Interpolation, UnknownReason> {
        let shared = shared_symbols(store, a, b)?;
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
            let cube = shared_cube(store, &mut side_b, &shared);
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

/// The symbols of both sides, if all of them have bits.
fn shared_symbols(store: &TermStore, a: Term, b: Term) -> Result<Vec<Symbol>, UnknownReason> {
    let unsupported = |what: &str| Err(UnknownReason::Unsupported(what.to_owned()));
    let of_a: FxHashSet<Symbol> = free_vars(store, &[a]).into_iter().collect();
    let shared: Vec<Symbol> =
        free_vars(store, &[b]).into_iter().filter(|symbol| of_a.contains(symbol)).collect();
    for &symbol in &shared {
        if !matches!(store.symbol_sort(symbol), Sort::Bool | Sort::BitVec(_)) {
            return unsupported("interpolation over shared arrays or floats");
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
mod tests {
    use super::*;
    use term::testing::{TermGenerator, TermShape};

    fn satisfiable(store: &mut TermStore, terms: &[Term]) -> bool {
        let mut solver = EmbeddedSolver::default();
        match solver.check(store, terms, &Budget::unlimited()) {
            Outcome::Sat => true,
            Outcome::Unsat => false,
            Outcome::Unknown(reason) => panic!("{reason}"),
        }
    }

    /// Checks that a formula is implied by `a`, is inconsistent with `b`, and uses the shared
    /// vocabulary.
    fn check_interpolant(store: &mut TermStore, a: Term, b: Term, interpolant: Term) {
        let not_implied = store.not(interpolant);
        assert!(!satisfiable(store, &[a, not_implied]), "implied by a");
        assert!(!satisfiable(store, &[interpolant, b]), "inconsistent with b");
        let (of_a, of_b) = (free_vars(store, &[a]), free_vars(store, &[b]));
        for symbol in free_vars(store, &[interpolant]) {
            assert!(of_a.contains(&symbol) && of_b.contains(&symbol), "shared vocabulary");
        }
    }

    #[test]
    fn an_equality_separates() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| {
            let symbol = store.declare(name, Sort::BitVec(32)).expect("a new name");
            store.var(symbol)
        });
        let (xz, yz) = (store.eq(x, z), store.eq(y, z));
        let a = store.and(&[xz, yz]);
        let b = store.bv_ult(x, y);
        let found =
            EnumeratingInterpolator::default().interpolate(&mut store, a, b, &Budget::unlimited());
        let Interpolation::Interpolant(interpolant) = found else { panic!("{found:?}") };
        check_interpolant(&mut store, a, b, interpolant);
    }

    #[test]
    fn random_pairs_are_interpolated_or_consistent() {
        let (mut interpolated, mut consistent) = (0, 0);
        for seed in 0..300 {
            let mut store = TermStore::new();
            let shape = TermShape { variables: 3, ..TermShape::bit_vectors(&[3]) }.with_depth(3);
            let mut generator = TermGenerator::new(shape, seed);
            let a = generator.formula(&mut store);
            let b = generator.formula(&mut store);
            let mut interpolator = EnumeratingInterpolator::default();
            match interpolator.interpolate(&mut store, a, b, &Budget::unlimited()) {
                Interpolation::Interpolant(interpolant) => {
                    interpolated += 1;
                    check_interpolant(&mut store, a, b, interpolant);
                }
                Interpolation::Consistent => {
                    consistent += 1;
                    assert!(satisfiable(&mut store, &[a, b]));
                }
                // Shared terms of other sorts occur occasionally.
                Interpolation::Unknown(reason) => {
                    assert!(matches!(reason, UnknownReason::Unsupported(_)), "{reason}");
                }
            }
        }
        assert!(interpolated > 20 && consistent > 20, "{interpolated} and {consistent}");
    }
}
