//! Tasks and how they are run: evidence first.
//!
//! [`load`] turns files into a [`Task`]; [`verify`] lets an engine work on it and hands out its
//! verdict only if the independent checker accepts the evidence. What is rejected, and what makes
//! an engine fail, becomes an unknown verdict with a saved [`reproducer`]. The crate knows no
//! terminal: it returns reports and tells observers.

mod accept;
mod attempt;
mod config;
mod gaps;
mod input;
mod open_results;
mod program;
pub mod reproducer;
pub mod source;
mod started;
mod task;
mod verify;

pub use accept::{Acceptance, accept, evidence_of, reason_for_rejection};
pub use check::Options as CheckOptions;
pub use config::{EngineConfig, EngineName};
pub use gaps::Gap;
pub use input::{Arch, InputConfig, Question, Recursion};
pub use passes::reduce::ReduceConfig;
pub use program::{ChoiceMade, LogLine, ProgramTask, Replay, place};
pub use source::InputError;
pub use started::WithoutArguments;
pub use task::{Task, load, load_program};
pub use verify::{Options, Report, Times, verify};
