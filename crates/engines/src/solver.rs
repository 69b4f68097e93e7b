//! The choice of a solver, and how its failures affect a verdict.

use clap::ValueEnum;
use evidence::Reason;
use smt::sat::{BatsatOptions, CadicalOptions, SatBackend};
use smt::{Budget, EmbeddedSolver, Outcome, Solver, StopReason, UnknownReason};
use term::{Term, TermStore};

/// The SAT solver under the embedded solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SolverChoice {
    /// BatSat until a query is hard, then CaDiCaL.
    #[default]
    Auto,
    /// BatSat: quick on many small queries.
    Batsat,
    /// CaDiCaL: strong on hard queries.
    Cadical,
}

/// The kind of queries that an engine makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Thousands of small queries, as in IC3.
    ManySmallQueries,
    /// A query that grows each time, as in bounded model checking.
    OneGrowingQuery,
}

impl SolverChoice {
    /// The SAT solver to use for a workload.
    pub fn backend(self, workload: Workload) -> SatBackend {
        match (self, workload) {
            // Inprocessing pays off on one hard query, not on each of thousands.
            (SolverChoice::Auto, Workload::ManySmallQueries) => {
                SatBackend::Adaptive(CadicalOptions { inprocessing: false })
            }
            (SolverChoice::Auto, Workload::OneGrowingQuery) => {
                SatBackend::Adaptive(CadicalOptions { inprocessing: true })
            }
            (SolverChoice::Batsat, _) => SatBackend::Batsat(BatsatOptions::default()),
            (SolverChoice::Cadical, Workload::ManySmallQueries) => {
                SatBackend::Cadical(CadicalOptions { inprocessing: false })
            }
            (SolverChoice::Cadical, Workload::OneGrowingQuery) => {
                SatBackend::Cadical(CadicalOptions { inprocessing: true })
            }
        }
    }
}

/// Whether assumptions are satisfiable, or why that is not known.
pub(crate) fn is_satisfiable(
    solver: &mut EmbeddedSolver,
    store: &mut TermStore,
    assumptions: &[Term],
    budget: &Budget,
) -> Result<bool, Reason> {
    match solver.check(store, assumptions, budget) {
        Outcome::Sat => Ok(true),
        Outcome::Unsat => Ok(false),
        Outcome::Unknown(reason) => Err(reason_for_unknown(reason)),
    }
}

/// The reason for an unknown verdict if the budget was exhausted.
pub fn reason_for_stop(stop: StopReason) -> Reason {
    match stop {
        StopReason::Timeout => Reason::Timeout,
        StopReason::Memory => Reason::Memory,
        StopReason::Interrupted => Reason::Interrupted,
        StopReason::ConflictLimit => Reason::Incomplete(stop.to_string()),
    }
}

/// The reason for an unknown verdict if a solver had no answer.
pub fn reason_for_unknown(unknown: UnknownReason) -> Reason {
    match unknown {
        UnknownReason::Stopped(stop) => reason_for_stop(stop),
        UnknownReason::Unsupported(what) => Reason::Unsupported(what.into()),
        UnknownReason::Failed(what) => Reason::SolverFailed(what),
    }
}
