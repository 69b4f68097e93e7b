//! Runs that reach an error location.

use model::{Choice, EdgeId, Location};
use term::Assignment;

/// A run from the initial location to an error location, with every open choice resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The values of all variables at the start.
    pub initial: Assignment,
    /// The edges taken.
    pub steps: Vec<TraceStep>,
    /// The error location reached.
    pub error: Location,
}

/// One edge of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The edge.
    pub edge: EdgeId,
    /// The choices of its command, in the order in which [`model::run`] takes them.
    pub choices: Vec<Choice>,
}
