//! Engines on bits: circuits in, verdicts about transition systems out.
//!
//! [`BitSystem`] is what the engines work on: the simplified circuit of a transition system, with the
//! way back for proofs and runs. [`sat`] is a SAT solver made for circuits, `core` what IC3 and Quip
//! share; `sweep` makes circuits smaller. A [`BitSearch`] is an algorithm with its configuration;
//! [`OnBits`] makes an engine of it.

mod bmc;
mod core;
mod engine;
mod ic3;
mod quip;
pub mod sat;
mod simulate;
mod sweep;
mod system;
mod unrolling;

pub use bmc::BitBmcConfig;
pub use engine::{BitSearch, OnBits, SearchStatistics, SharedSystem};
pub use ic3::Ic3Config;
pub use quip::{Quip, QuipConfig};
pub use system::{BitSystem, CircuitRun};
