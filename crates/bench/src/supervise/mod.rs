//! Runs a tool under limits that apply to all of its processes.
//!
//! Each run has a supervisor process. It starts the tool, adopts the processes that the tool leaves
//! behind, measures the tree of its descendants, and ends all of them at the end or when a limit is
//! exceeded. It receives an order as a line of JSON on its standard input, and writes the outcome
//! to its standard output. When the input closes, because the run is cancelled or the parent is
//! gone, the supervisor ends the tree too: nothing survives it.

mod order;
mod tree;
mod watch;

pub use order::{End, Order, ProcessOutcome};
pub use watch::supervise;
