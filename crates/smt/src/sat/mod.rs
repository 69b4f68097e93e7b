//! Incremental SAT solving under assumptions.
//!
//! All code above uses a [`SatSolver`]; a [`SatBackend`] chooses which one. Clauses are permanent.
//! A literal that should hold only in one query is an assumption, and an unsatisfiable query names
//! the assumptions that caused it.

mod adaptive;
mod batsat;
mod cadical;
mod lit;
mod propagator;
mod query;
#[cfg(test)]
mod tests;

use crate::budget::{Budget, StopReason};

pub use self::adaptive::AdaptiveSolver;
pub use self::batsat::{BatsatOptions, BatsatSolver};
pub use self::cadical::{CadicalOptions, CadicalSolver};
pub use self::lit::{Lit, Var};
pub use self::propagator::{Effort, Propagator, Reaction};

/// The answer to one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model, see [`SatSolver::value`].
    Sat,
    /// There is no model; [`SatSolver::core`] gives the assumptions that exclude it.
    Unsat,
    /// The budget was exhausted. The solver remains usable.
    Unknown(StopReason),
}

/// Statistics of a solver over all its queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SatStatistics {
    /// Calls of [`SatSolver::solve`].
    pub solves: u64,
    /// Conflicts, each of which gave a learnt clause.
    pub conflicts: u64,
    /// Branching decisions.
    pub decisions: u64,
    /// Literals that unit propagation has assigned.
    pub propagations: u64,
}

/// An incremental solver of propositional clauses.
///
/// Variables and clauses may be added at any time. The model or core of the last query stays valid
/// until the next query. Methods panic on literals over variables that the solver did not create.
pub trait SatSolver {
    /// Creates a variable. `decision` is false for the output of a gate: a variable whose value
    /// follows by unit propagation once all variables with `decision` true are assigned. The solver
    /// then need not branch on it, so the clauses that define it must be added before the next
    /// query.
    fn new_var(&mut self, decision: bool) -> Var;

    /// Adds a permanent clause. Literals may repeat and contradict each other; the empty clause
    /// makes every later query unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Searches for a model of the clauses in which all `assumptions` are true. If the budget is
    /// already exhausted, the result is [`SatResult::Unknown`].
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatResult;

    /// As [`SatSolver::solve`], for models that a theory accepts. It is the same theory in all
    /// queries: what it has refused once is excluded for good.
    fn solve_modulo(
        &mut self,
        assumptions: &[Lit],
        theory: &mut dyn Propagator,
        budget: &Budget,
    ) -> SatResult;

    /// The value of `lit` in the model of the last query; `None` if it was not
    /// [`SatResult::Sat`] or if the model leaves `lit` open.
    fn value(&self, lit: Lit) -> Option<bool>;

    /// Assumptions of the last query that together contradict the clauses, each
    /// once and in the order given. Empty if the clauses contradict themselves
    /// or the query was not [`SatResult::Unsat`].
    fn core(&mut self) -> &[Lit];

    /// The statistics so far.
    fn statistics(&self) -> SatStatistics;
}

/// The choice of a solver and its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatBackend {
    /// BatSat branching only on inputs, until a query is hard; then CaDiCaL permanently.
    Adaptive(CadicalOptions),
    /// BatSat, a descendant of MiniSat: little work per query.
    Batsat(BatsatOptions),
    /// CaDiCaL, a modern solver: strong on hard queries.
    Cadical(CadicalOptions),
}

impl Default for SatBackend {
    fn default() -> Self {
        SatBackend::Adaptive(CadicalOptions { inprocessing: true })
    }
}

impl SatBackend {
    /// A new solver without variables and clauses.
    pub fn build(self) -> Box<dyn SatSolver + Send> {
        match self {
            Self::Adaptive(options) => Box::new(AdaptiveSolver::new(options)),
            Self::Batsat(options) => Box::new(BatsatSolver::new(options)),
            Self::Cadical(options) => Box::new(CadicalSolver::new(options)),
        }
    }
}
