//! Bounded model checking: incremental, without a fixed bound.
//!
//! All loops are unwound together, by one more visit of a loop head (cut point) each round.
//! Everything goes into one growing solver instance, as in 2LS (Malík, Schrammel, Vojnar et al.,
//! "2LS for Program Analysis", sections 4.3 and 5.4). Each (location, depth) is executed once, so
//! later rounds never change the encoding of earlier ones. In particular there is no merge with a
//! value from an unwinding that was not added yet.
//!
//! `crate::unwinding` executes the automaton symbolically, and [`Bmc`] queries the solver.

mod config;
mod engine;
#[cfg(test)]
mod tests;

pub use config::{BmcConfig, CompletenessCheck};
pub use engine::Bmc;
