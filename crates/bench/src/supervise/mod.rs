//! One run of a tool under limits that hold for all of its processes.
//!
//! Each run has a supervisor: a process of its own that starts the tool, adopts whatever the tool
//! leaves behind, measures the tree of its descendants and ends all of it at the end or on excess.
//! An order comes to its standard input as a line of JSON, the outcome goes to its standard output.
//! When the input closes, because the run is cancelled or because the parent has gone, the
//! supervisor ends the tree, too: nothing survives it.

mod order;
mod tree;
mod watch;

pub use order::{End, Order, ProcessOutcome};
pub use watch::supervise;
