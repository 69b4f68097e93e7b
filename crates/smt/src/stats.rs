//! Statistics that are always on: cheap counters and timers of a solver.

use crate::traits::Outcome;
use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// Statistics of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Queries asked.
    pub queries: u64,
    /// Queries that were satisfiable.
    pub sat: u64,
    /// Queries that were unsatisfiable.
    pub unsat: u64,
    /// Queries without an answer.
    pub unknown: u64,
    /// Calls of the SAT solver; more than queries when lemmas on demand were needed.
    pub sat_calls: u64,
    /// Lemmas on demand about arrays and functions.
    pub lemmas: u64,
    /// SAT variables created.
    pub variables: u64,
    /// Clauses created, without learnt ones.
    pub clauses: u64,
    /// Time inside the SAT solver.
    pub solving: Duration,
    /// Time spent turning terms into clauses.
    pub encoding: Duration,
}

impl SolverStats {
    /// Counts a query by its answer.
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        self.queries += 1;
        match outcome {
            Outcome::Sat => self.sat += 1,
            Outcome::Unsat => self.unsat += 1,
            Outcome::Unknown(_) => self.unknown += 1,
        }
    }
}

impl AddAssign for SolverStats {
    fn add_assign(&mut self, other: SolverStats) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.sat_calls += other.sat_calls;
        self.lemmas += other.lemmas;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.solving += other.solving;
        self.encoding += other.encoding;
    }
}

impl fmt::Display for SolverStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} queries ({} sat, {} unsat, {} unknown), {} lemmas, {} variables, \
             {} clauses, {:.3} s solving, {:.3} s encoding",
            self.queries,
            self.sat,
            self.unsat,
            self.unknown,
            self.lemmas,
            self.variables,
            self.clauses,
            self.solving.as_secs_f64(),
            self.encoding.as_secs_f64(),
        )
    }
}
