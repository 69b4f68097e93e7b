//! The abilities of solvers, one trait per ability.
//!
//! Assertions are permanent; a term that should hold only in one query is an assumption. To retract
//! something, an engine guards it with a Boolean variable and assumes that. All methods take the
//! store of the terms, which must be the same one over the life of a solver.

use crate::budget::{Budget, StopReason};
use term::{Assignment, Symbol, Term, TermStore, Value};
use thiserror::Error;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// No answer, and why.
    Unknown(UnknownReason),
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownReason {
    /// The budget was exhausted.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The solver has no decision procedure for a construct.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// The solver itself failed (an external process crashed, gave an invalid answer, ...).
    #[error("solver failed: {0}")]
    Failed(String),
}

/// Incremental solving under assumptions.
pub trait Solver {
    /// Adds a Boolean term permanently. If the solver does not support it, every later query
    /// answers [`UnknownReason::Unsupported`].
    fn assert(&mut self, store: &mut TermStore, term: Term);

    /// Whether the assertions have a model in which all assumptions hold.
    fn check(&mut self, store: &mut TermStore, assumptions: &[Term], budget: &Budget) -> Outcome;
}

/// Reading the model of the last query, which answered [`Outcome::Sat`]. Reading is lazy: only
/// requested values are computed. A model is valid until the next query.
pub trait Models: Solver {
    /// The value of any term over the asserted symbols. Symbols that the solver has not seen have
    /// the default value of their sort.
    fn value(&mut self, store: &mut TermStore, term: Term) -> Value;

    /// The values of some constants.
    fn assignment(&mut self, store: &mut TermStore, symbols: &[Symbol]) -> Assignment {
        let mut assignment = Assignment::new();
        for &symbol in symbols {
            let term = store.var(symbol);
            assignment.set(symbol, self.value(store, term));
        }
        assignment
    }
}

/// Explaining the last query, which answered [`Outcome::Unsat`].
pub trait Cores: Solver {
    /// Assumptions of that query which contradict the assertions, in the order given. Valid until
    /// the next query.
    fn core(&mut self) -> Vec<Term>;
}

/// Explaining why two formulas contradict each other, in terms of their shared symbols.
pub trait Interpolants {
    /// A formula over the symbols of both that `a` implies and that contradicts `b`.
    fn interpolate(
        &mut self,
        store: &mut TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Interpolation;
}

/// The answer to a request for an interpolant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpolation<T = Term> {
    /// `a` implies it and `b` contradicts it.
    Interpolant(T),
    /// There is none: `a` and `b` have a common model.
    Consistent,
    /// No answer, and why.
    Unknown(UnknownReason),
}

/// Drops assumptions from a core as long as it stays unsatisfiable. The budget bounds each attempt
/// (see [`Budget::with_conflict_limit`]). The result is a core even if attempts fail; it is minimal
/// if none was stopped.
pub fn minimise_core<S: Cores + ?Sized>(
    solver: &mut S,
    store: &mut TermStore,
    core: &[Term],
    budget: &Budget,
) -> Vec<Term> {
    let mut kept = core.to_vec();
    let mut tried = 0;
    while tried < kept.len() {
        let mut candidate = kept.clone();
        candidate.remove(tried);
        match solver.check(store, &candidate, budget) {
            // The smaller core keeps the order, so the assumptions tried before stay in front.
            Outcome::Unsat => kept = solver.core(),
            Outcome::Sat => tried += 1,
            Outcome::Unknown(UnknownReason::Stopped(StopReason::ConflictLimit)) => tried += 1,
            Outcome::Unknown(_) => break,
        }
    }
    kept
}
