//! Tasks and how they are run: evidence first.
//!
//! [`load`] turns files into a [`Task`]; [`verify`] lets a [`portfolio`] of engines work on it and
//! hands out the first verdict whose evidence the independent checker accepts. What is rejected,
//! and what makes an engine fail, is saved as a [`reproducer`], and the other engines go on. The crate knows no
//! terminal: it returns reports and tells observers.

mod accept;
mod config;
mod each;
mod ends;
mod gaps;
mod input;
mod judge;
mod machine_dependence;
mod only_run;
mod open_results;
pub mod portfolio;
mod program;
mod replay;
pub mod reproducer;
pub mod source;
mod task;
mod unchecked;
mod verify;
mod witness;

pub use ::witness::format::Witness;
pub use ::witness::metadata::Producer;
pub use accept::{Acceptance, accept, evidence_of};
pub use check::{Certification, Options as CheckOptions};
pub use config::{EngineConfig, EngineName, OnOff};
pub use each::{CheckOutcome, CheckReport, EachObserver, EachReport, verify_each};
pub use ends::EndedLoop;
pub use gaps::PlacedGap;
pub use input::{Arch, InputConfig, Question, Recursion};
pub use judge::Undefined;
pub use passes::reduce::ReduceConfig;
pub use portfolio::{Ending, EngineRun, Portfolio, PortfolioObserver};
pub use program::{ProgramTask, place};
pub use replay::{ChoiceMade, LogLine, Replay};
pub use runs::WithoutArguments;
pub use source::InputError;
pub use task::{Task, load, load_program};
pub use verify::{Options, Report, Times, verify};
pub use witness::{LoopInvariant, NoWitness};
