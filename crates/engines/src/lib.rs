//! The verification engines, one folder an algorithm.
//!
//! An [`Engine`] takes a model to a verdict with evidence. It is made of its typed configuration,
//! which is also its command line, and reports what it does to an [`Observer`]. Engines do not know
//! each other (`composed` joins some); what they share has folders of its own: [`exchange`],
//! [`templates`], `literals`, `unwinding`. Nothing here is trusted: a checker goes over every verdict.

pub mod bmc;
pub mod cells;
mod composed;
mod engine;
pub mod exchange;
pub mod ic3cfa;
pub mod kiki;
pub mod kind;
mod literals;
mod observer;
pub mod predabs;
mod solver;
mod stats;
pub mod summaries;
pub mod templates;
pub mod termination;
#[cfg(test)]
mod testing;
mod unwinding;

pub use bmc::{Bmc, BmcConfig};
pub use cells::Cells;
pub use engine::{Answer, Context, Engine};
pub use exchange::{Board, Exchange, Lemma};
pub use ic3cfa::{Ic3Cfa, Ic3CfaConfig};
pub use kiki::{Kiki, KikiConfig};
pub use kind::{Kind, KindConfig};
pub use observer::{Event, Observer, Progress, Silent};
pub use predabs::{Predabs, PredabsConfig};
pub use solver::{SolverChoice, Workload, reason_for_stop, reason_for_unknown};
pub use stats::EngineStats;
pub use termination::Termination;
