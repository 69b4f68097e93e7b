//! A cache of answers in front of a solver.
//!
//! Assertions only grow, so what was unsatisfiable stays so, and every superset of a known core is
//! unsatisfiable too. A satisfiable answer holds until something is asserted; it is only reused
//! for a repetition of the last query, whose model the solver still has.

use crate::budget::Budget;
use crate::stats::SolverStats;
use crate::traits::{Cores, Models, Outcome, Solver};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermStore, Value};

/// A solver that answers what it can from the answers it gave before.
pub struct CachingSolver<S> {
    solver: S,
    /// Known cores by their greatest term: a query can only contain a core whose greatest term it
    /// contains.
    cores: FxHashMap<Term, Vec<Box<[Term]>>>,
    /// The assumptions of the last query that reached the solver and was satisfiable, if nothing
    /// happened since.
    satisfied: Option<Vec<Term>>,
    /// The core of the last query if it was answered from the cache.
    cached_core: Option<Vec<Term>>,
    hits: SolverStats,
}

impl<S> CachingSolver<S> {
    /// A cache in front of a solver that has no assertions yet.
    pub fn new(solver: S) -> CachingSolver<S> {
        CachingSolver {
            solver,
            cores: FxHashMap::default(),
            satisfied: None,
            cached_core: None,
            hits: SolverStats::default(),
        }
    }

    /// The solver behind the cache.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    /// The queries answered from the cache; add those of the solver for the whole.
    pub fn hits(&self) -> SolverStats {
        self.hits
    }

    /// A known core among the assumptions, in their order.
    fn known_core(&self, assumptions: &[Term]) -> Option<Vec<Term>> {
        if self.cores.is_empty() {
            return None;
        }
        let given: FxHashSet<Term> = assumptions.iter().copied().collect();
        let core = assumptions
            .iter()
            .filter_map(|greatest| self.cores.get(greatest))
            .flatten()
            .find(|core| core.iter().all(|term| given.contains(term)))?;
        Some(assumptions.iter().copied().filter(|term| core.contains(term)).collect())
    }

    fn hit(&mut self, outcome: Outcome) -> Outcome {
        self.hits.count(&outcome);
        self.hits.cache_hits += 1;
        outcome
    }
}

impl<S: Cores> Solver for CachingSolver<S> {
    fn assert(&mut self, store: &mut TermStore, term: Term) {
        self.satisfied = None;
        self.solver.assert(store, term);
    }

    fn check(&mut self, store: &mut TermStore, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.cached_core = self.known_core(assumptions);
        if self.cached_core.is_some() {
            return self.hit(Outcome::Unsat);
        }
        if self.satisfied.as_deref() == Some(assumptions) {
            return self.hit(Outcome::Sat);
        }
        let outcome = self.solver.check(store, assumptions, budget);
        self.satisfied = (outcome == Outcome::Sat).then(|| assumptions.to_vec());
        if outcome == Outcome::Unsat {
            let core = self.solver.core();
            // An empty core means that the assertions alone are contradictory: the solver will
            // notice at once each time.
            if let Some(&greatest) = core.iter().max() {
                self.cores.entry(greatest).or_default().push(core.into_boxed_slice());
            }
        }
        outcome
    }
}

impl<S: Models + Cores> Models for CachingSolver<S> {
    fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        self.solver.value(store, term)
    }
}

impl<S: Cores> Cores for CachingSolver<S> {
    fn core(&mut self) -> Vec<Term> {
        match &self.cached_core {
            Some(core) => core.clone(),
            None => self.solver.core(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EmbeddedSolver;
    use term::Sort;

    #[test]
    fn answers_repeat_without_the_solver() {
        let mut store = TermStore::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| {
            let symbol = store.declare(name, Sort::Bool).expect("a new name");
            store.var(symbol)
        });
        let mut solver = CachingSolver::new(EmbeddedSolver::default());
        let budget = Budget::unlimited();
        let (not_a, not_b) = (store.not(a), store.not(b));
        let clash = store.or(&[not_a, not_b]);
        solver.assert(&mut store, clash);
        let mut check = |assumptions: &[Term], expected: Outcome, asked: u64| {
            assert_eq!(solver.check(&mut store, assumptions, &budget), expected);
            assert_eq!(solver.solver().stats().queries, asked);
            solver.core()
        };
        check(&[a, c], Outcome::Sat, 1);
        check(&[a, c], Outcome::Sat, 1);
        check(&[c, a, b], Outcome::Unsat, 2);
        assert_eq!(check(&[b, c, a], Outcome::Unsat, 2), [b, a]);
        check(&[b, c], Outcome::Sat, 3);
        assert_eq!(solver.hits().cache_hits, 2);
    }

    #[test]
    fn assertions_end_satisfiable_answers() {
        let mut store = TermStore::new();
        let symbol = store.declare("a", Sort::Bool).expect("a new name");
        let a = store.var(symbol);
        let mut solver = CachingSolver::new(EmbeddedSolver::default());
        assert_eq!(solver.check(&mut store, &[a], &Budget::unlimited()), Outcome::Sat);
        let not_a = store.not(a);
        solver.assert(&mut store, not_a);
        assert_eq!(solver.check(&mut store, &[a], &Budget::unlimited()), Outcome::Unsat);
    }
}
