//! The verification engines, one folder per algorithm.
//!
//! An [`Engine`] takes a view of a question ([`View`]) to a verdict with evidence. It is built from its typed
//! configuration, which is also its command line, and reports events to an [`Observer`]. Engines do
//! not know each other (`composed` combines some); shared parts have their own folders:
//! [`exchange`], [`templates`], `edges`, `frames`, `horn`, `interpolation`, `literals`, `tree`,
//! `unwinding`. Nothing here is trusted: the checker
//! confirms every verdict.

pub mod bmc;
pub mod cells;
mod composed;
mod edges;
mod engine;
pub mod exchange;
mod frames;
mod horn;
pub mod ic3cfa;
pub mod integers;
mod interpolation;
pub mod kiki;
pub mod kind;
pub mod la;
mod literals;
pub mod nontermination;
mod observer;
pub mod predabs;
pub mod shapes;
mod solver;
pub mod spacer;
mod stats;
pub mod summaries;
pub mod templates;
pub mod termination;
#[cfg(test)]
mod testing;
mod tree;
pub mod tree_ic3;
pub mod unroll;
mod unwinding;

pub use bmc::{Bmc, BmcConfig};
pub use cells::Cells;
pub use engine::{Answer, Context, Engine, View};
pub use exchange::{Board, Exchange, Lemma};
pub use ic3cfa::{Ic3Cfa, Ic3CfaConfig};
pub use integers::Integers;
pub use kiki::{Kiki, KikiConfig};
pub use kind::{Kind, KindConfig};
pub use la::{La, LaConfig};
pub use nontermination::{LoopProver, Nontermination};
pub use observer::{Event, Observer, Progress, Silent};
pub use predabs::{Predabs, PredabsConfig};
pub use shapes::Shapes;
pub use solver::{SolverChoice, Workload, reason_for_stop, reason_for_unknown};
pub use spacer::{Spacer, SpacerConfig};
pub use stats::EngineStats;
pub use termination::Termination;
pub use tree_ic3::{Impact, ImpactConfig, TreeIc3, TreeIc3Config};
pub use unroll::{Unroll, UnrollConfig};
