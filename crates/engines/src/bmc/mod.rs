//! Bounded model checking: incremental, without a fixed bound.
//!
//! All loops are unwound together, one visit of a loop head (cut point) more each round, and
//! everything goes into one growing solver instance, as in 2LS (Malík, Schrammel, Vojnar et al.,
//! "2LS for Program Analysis", sections 4.3 and 5.4). Each (location, depth) is executed once, so
//! what was encoded for one round is never touched again by a later one: a merge of "a value from
//! an unwinding that was not added yet" does not occur.
//!
//! `crate::unwinding` executes the automaton symbolically, [`Bmc`] asks the solver.

mod config;
mod engine;
#[cfg(test)]
mod tests;

pub use config::{BmcConfig, CompletenessCheck};
pub use engine::Bmc;
