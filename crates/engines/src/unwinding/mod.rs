//! Shared parts of engines that follow all runs symbolically, from cut point to cut point.
//!
//! `Graph` is the relevant part of an automaton, and `Outline` adds results of analyses.
//! `Unwinding` executes it symbolically and never encodes anything twice. `BoundedQueries` queries
//! the solver about runs from the start, `ForwardSearch` combines such runs with a solver, and
//! `read_trace` reads a run from a model.

mod bounded;
mod liveness;
mod outline;
mod runs;
mod search;
mod trace;

pub(crate) use bounded::{BoundedQueries, RunsFromStart};
pub(crate) use outline::Outline;
pub(crate) use runs::{Head, Unwinding};
pub(crate) use search::ForwardSearch;
pub(crate) use trace::read_trace;
