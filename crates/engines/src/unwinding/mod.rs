//! Shared parts of engines that follow all runs symbolically, from cut point to cut point.
//!
//! `Graph` is the part of an automaton that matters, `Outline` adds what analyses find out about
//! it, `Unwinding` executes it symbolically and never encodes anything twice, `RunsFromStart` asks
//! the questions of bounded model checking, `ForwardSearch` does so with a solver of its own, and
//! `read_trace` reads a run from a model.

mod bounded;
mod liveness;
mod outline;
mod runs;
mod search;
mod trace;

pub(crate) use bounded::{GrowingDistances, RunsFromStart};
pub(crate) use outline::Outline;
pub(crate) use runs::{Head, Unwinding};
pub(crate) use search::ForwardSearch;
pub(crate) use trace::read_trace;
